"""Measurements of speed, memory and hearing. Run them with `make bench`."""
