"""``python -m softprofile``: the command line."""

from softprofile.doors.cli import main

if __name__ == "__main__":
    main()
