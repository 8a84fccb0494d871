"""The club file: its lines of JSON, packing, and validation of its journal."""
