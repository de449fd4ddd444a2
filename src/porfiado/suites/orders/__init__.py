"""An online shop's orders, in English."""
