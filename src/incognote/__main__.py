"""`incognote` and `python -m incognote`."""


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    # Here, because each worker process imports the script that started its parent.
    from incognote.cli import main as run_and_leave

    run_and_leave()


if __name__ == "__main__":
    main()
