"""Numbers about a running server over HTTP, for Prometheus and for whoever watches over it."""
