"""What anybody can check without the service: hash chains, rounds and their sealed shuffles, whole logs.

The store and the server use the same code and the same forms. Nothing here needs more than msgspec.
"""
