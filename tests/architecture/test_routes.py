"""Routes import no other routes; shared code is beside them."""

import re

from tests.support.tree import project_files

ROUTES_IMPORT = re.compile(r"^from trexscore\.web\.[\w.]*routes import", re.MULTILINE)


def test_routes_import_no_routes() -> None:
    imports_by_file = {
        path.name: ROUTES_IMPORT.findall(path.read_text(encoding="utf-8"))
        for path in project_files(".py", under=("trexscore",))
        if path.stem.endswith("routes")
    }
    assert not {name: imports for name, imports in imports_by_file.items() if imports}
