"""The tables of docs/env.md are those of the code; `tools/env_doc.py` writes them."""

from tools.env_doc import DOCUMENT, FRAGMENT, written


def test_the_tables_are_current():
    text = DOCUMENT.read_text()
    assert len(FRAGMENT.findall(text)) == 4
    assert written(text) == text
