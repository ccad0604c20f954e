"""The commands, one file per group; each adds its commands to the application."""
