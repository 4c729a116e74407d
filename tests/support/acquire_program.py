"""The program as tests start it in a process of its own."""

MAIN = "import sys; from acquire_client.entry import main; sys.exit(main())"
"""For `python -c`, with the words of the command line behind it."""
