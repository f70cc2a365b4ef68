"""The paths of the API, a file for each subject."""
