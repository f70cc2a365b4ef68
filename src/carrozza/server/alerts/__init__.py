"""Turn alerts: an outbox beside the log, and its delivery to where people want them."""
