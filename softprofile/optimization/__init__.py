"""The search for w: settings and data -> plan -> what was found."""
