"""What a phone needs to go on without the server."""
