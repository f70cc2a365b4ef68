"""The lane on an NVIDIA GPU: kernels that call the very functions the processor runs."""
