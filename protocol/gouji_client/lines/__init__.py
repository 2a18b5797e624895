"""A client as lines of JSON, so that a program in any language can play: requests in, news out.

``reading`` makes requests of lines, ``objects`` and ``game`` make objects of what happens, ``bridge`` puts
a client between them. Nothing here reads or writes anything itself; ``gouji client`` does that.
docs/client-json.md is the description for who writes the other end; its tables are made from this package.
"""

from gouji_client.lines.bridge import Bridge
from gouji_client.lines.reading import MAX_LINE

__all__ = ["MAX_LINE", "Bridge"]
