"""Northern Lights."""
