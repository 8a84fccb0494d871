"""Routes import no other routes; shared code is beside them."""

import re

from tests.support.tree import project_files

LATERAL = re.compile(r"^from trexscore\.web\.[\w.]*routes import", re.MULTILINE)


def test_routes_import_no_routes() -> None:
    found = {
        path.name: LATERAL.findall(path.read_text(encoding="utf-8"))
        for path in project_files(".py", under=("trexscore",))
        if path.stem.endswith("routes")
    }
    assert not {name: imports for name, imports in found.items() if imports}
