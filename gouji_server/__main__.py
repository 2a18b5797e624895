"""``python -m gouji_server``: the same as ``gouji-server``, for whoever starts it from Python."""

from gouji_server.cli import main

if __name__ == "__main__":
    main()
