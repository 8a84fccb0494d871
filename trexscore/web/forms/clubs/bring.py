"""What is sent to take a club in, or games."""

from trexscore.web.forms.entry import Form


class FileForm(Form):
    """A file, which is read where it is taken in."""

    def __init__(self, *, blank: bool = False) -> None:
        super().__init__(blank=blank)
        self.problems: list[str] = []
