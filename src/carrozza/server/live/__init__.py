"""Sockets: what travels over them, who is connected, chat."""
