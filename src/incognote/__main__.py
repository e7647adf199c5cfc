"""`python -m incognote`: the same as `incognote`."""

from incognote.cli import main

if __name__ == "__main__":
    main()
