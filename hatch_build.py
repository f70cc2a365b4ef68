"""Puts the page into what is built: a wheel or an sdist that people install without Node.

It is built with Node unless it is there already and current. An editable install does without:
`make web` builds the page where the source is.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = 20  # or newer
WITHOUT = "CARROZZA_WITHOUT_PAGE"
# What the page and the drawings beside it are made of.
SOURCES = ("web/src", "web/public", "web/scripts", "web/index.html", "web/vite.config.ts")
PACKAGES = ("web/package.json", "web/package-lock.json")
DRAWERS = ("tools/art.py", "src/carrozza/atlas", "src/carrozza/games", "src/carrozza/board")
MISSING = f"""
The page cannot be built: {{}}.
Install Node {NODE} or newer and try again. Or do without the page and get the engine, the command
line and a server that answers programs alone: set {WITHOUT}=1 and try again.
"""


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        if version == "editable" or os.environ.get(WITHOUT):
            return
        self.project = Path(self.root)
        self.site = self.project / "src" / "carrozza" / "server" / "site"
        from_sdist = (self.project / "PKG-INFO").is_file()
        if from_sdist and (self.site / "index.html").is_file():
            return
        outlines = self.project / "src" / "carrozza" / "atlas" / "fonts" / "outlines.json"
        if not (
            outlines.is_file() and self.is_current(self.site / "index.html", *SOURCES, *PACKAGES)
        ):
            self.build_page()
        if not self.is_current(self.site / "art" / ".ready", *DRAWERS):
            self.draw_boards()

    def is_current(self, made: Path, *sources: str) -> bool:
        if not made.is_file():
            return False
        built = made.stat().st_mtime
        return all(file.stat().st_mtime <= built for file in self.files(sources))

    def files(self, sources: tuple[str, ...]) -> Iterator[Path]:
        for name in sources:
            path = self.project / name
            yield from (p for p in path.rglob("*") if p.is_file() and p.suffix != ".pyc")
            if path.is_file():
                yield path

    def build_page(self) -> None:
        npm = self.find_npm()
        self.app.display_info("Building the page with Node")
        web = self.project / "web"
        if not self.is_current(web / "node_modules" / ".ready", *PACKAGES):
            self.run([npm, "run", "--silent", "setup"], web)
        self.run([npm, "run", "--silent", "build"], web)

    def find_npm(self) -> str:
        node, npm = shutil.which("node"), shutil.which("npm")
        if node is None or npm is None:
            self.app.abort(
                MISSING.format("Node is not installed" if node is None else "npm is not installed")
            )
        told = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
        version = told.stdout.strip()
        major = re.match(r"v(\d+)", version)
        if major is None or int(major[1]) < NODE:
            self.app.abort(MISSING.format(f"Node is {version} here"))
        return npm

    def draw_boards(self) -> None:
        self.app.display_info("Drawing the boards")
        # What is installed for the build is on this path alone.
        path = os.pathsep.join([str(self.project / "src"), *sys.path])
        env = {**os.environ, "PYTHONPATH": path}
        self.run([sys.executable, str(self.project / "tools" / "art.py")], self.project, env)
        (self.site / "art" / ".ready").touch()

    def run(self, command: list[str], folder: Path, env: dict[str, str] | None = None) -> None:
        done = subprocess.run(command, cwd=folder, env=env, check=False)
        if done.returncode != 0:
            self.app.abort(f"The page was not built: {' '.join(command)} failed, see above.")
