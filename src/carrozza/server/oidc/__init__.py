"""Signing in elsewhere, at providers of OpenID Connect: what is asked of them and believed."""
