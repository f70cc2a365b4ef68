"""Requests: what is asked, what is answered, what is refused before anybody looks at it."""
