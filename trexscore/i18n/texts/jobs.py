"""The steps of a job in words."""

from trexscore.i18n.marking import N_

_STEP_TEXTS = {
    "waiting": N_("Waiting to start"),
    "": N_("In progress"),
    "search": N_("Searching"),
    "check": N_("Checking the file"),
    "games": N_("Saving the games"),
    "club": N_("Saving the club"),
    "recalculate": N_("Recalculating standings and statistics"),
    "read": N_("Reading the games"),
    "file": N_("Writing the file"),
    "tables": N_("Starting the games at the tables"),
}


def untranslated_step_text(job_state: str, step: str) -> str:
    """The text (to be translated) of a job's state and step."""
    return _STEP_TEXTS.get(step if job_state == "running" else "waiting", _STEP_TEXTS[""])
