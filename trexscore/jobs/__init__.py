"""The process beside the server that does long work: it takes waiting jobs and runs each in a process of its own."""
