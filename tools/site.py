"""What the documentation site is made of besides docs/: mkdocs calls these (see mkdocs.yml)."""

import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools.api_doc import http_api, socket_api  # noqa: E402

COPIES = {  # documents at the top of the repository, and their names on the site
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "CHANGELOG.md": "changelog.md",
}
LINK = re.compile(r"\]\(([^)#]+)(#[^)]*)?\)")
CLAUSE = re.compile(r"^- ([A-Z]\d+) ", re.MULTILINE)
SUBHEADING = re.compile(r"^(?!- |  |#)(.+)\n(?=- )", re.MULTILINE)
HEADING = re.compile(r"^(## .+)\n(?=- )", re.MULTILINE)
AFTER_NESTED = re.compile(r"^( {2}- .+)\n(?= {2}[^ -])", re.MULTILINE)
NESTED = re.compile(r"^ {2}(?=\S)", re.MULTILINE)
# What a browser would fetch by itself, as opposed to a link that a reader may follow.
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//[^"'\s>]+"""
    r"|(?:url\(|@import\s)[\"']?(?:https?:)?//[^\"')]+"
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for source, name in COPIES.items():
        text = LINK.sub(_moved, (ROOT / source).read_text(encoding="utf-8"))
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "http-api.md", content=http_api()))
    files.append(File.generated(config, "socket-api.md", content=socket_api()))
    icon = (ROOT / "web/public/icon.svg").read_bytes()
    files.append(File.generated(config, "favicon.svg", content=icon))
    return files


def _moved(link: re.Match[str]) -> str:
    """A link of a document at the top, as its copy on the site must write it."""
    target = link[1].removeprefix("docs/")
    return f"]({COPIES.get(target, target)}{link[2] or ''})"


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    return rules(markdown) if page.file.src_uri == "rules.md" else markdown


def rules(text: str) -> str:
    """The clauses as lists that Markdown sees, each with an anchor: rules.html#A4."""
    text = SUBHEADING.sub(r"**\1**\n\n", text)
    text = HEADING.sub(r"\1\n\n", text)
    text = AFTER_NESTED.sub(r"\1\n\n", text)
    text = NESTED.sub("    ", text)
    return CLAUSE.sub(r'- <span class="clause" id="\1">\1</span> ', text)


def on_post_build(config: MkDocsConfig) -> None:
    """The site can be read without a network: no page loads anything from elsewhere."""
    for path in Path(config.site_dir).rglob("*"):
        if path.suffix in (".html", ".css"):
            fetched = FETCHED.search(path.read_text(encoding="utf-8"))
            if fetched:
                raise PluginError(f"{path.name} would load {fetched[0]}")
