"""Why a file of facts is of no use."""


class UnusableError(Exception):
    """The file can't be read or written; ``is_lost`` when it holds nothing of use, so that it may be replaced."""

    def __init__(self, reason: str, *, is_lost: bool = False) -> None:
        super().__init__(reason)
        self.is_lost = is_lost
