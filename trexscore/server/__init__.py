"""The HTTP server around the application: its processes, and limits on connections, bodies and threads."""
