"""The settings of a device."""
