"""What a user writes outside the package."""
