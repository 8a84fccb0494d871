"""The HTTP server in front of the application: connections, bodies and threads with limits, and processes."""
