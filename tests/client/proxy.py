"""A wire that can be cut: it carries bytes between clients and a server, one thread each way."""

import socket
import threading
from contextlib import suppress


class Proxy:
    """Listens on a port of its own and passes everything on; ``cut`` breaks all connections."""

    def __init__(self, server: tuple[str, int], *, chunk: int = 65_536, port: int = 0) -> None:
        self._server = server
        self._chunk = chunk
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._closing = False
        self.accepted = 0
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *_: object) -> None:
        self._closing = True
        with suppress(OSError):
            # Closing alone would not wake the thread that waits in accept.
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Breaks every connection there is now."""
        with self._lock:
            for end in self._open:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._open.clear()

    def _accept(self) -> None:
        while not self._closing:
            try:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._server)
            except OSError:
                return
            server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self._lock:
                self.accepted += 1
                self._open += (client, server)
            both = threading.Barrier(2)
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self._carry, args=(source, sink, both), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket, both: threading.Barrier) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                for at in range(0, len(data), self._chunk):
                    sink.sendall(data[at : at + self._chunk])
        with suppress(OSError):
            sink.shutdown(socket.SHUT_RDWR)
        # The last of the two closes: a socket must not be closed while the other thread still uses it.
        with suppress(threading.BrokenBarrierError):
            if both.wait() == 0:
                source.close()
                sink.close()
