"""`make fresh`: the README's commands on a machine that has never seen the project.

Builds a minimal Debian in a temporary folder with what the README asks for and nothing else, puts
a clean clone into it, and runs `make play` (until the page answers) and `make test` there, as root
and as an ordinary user. Needs root, `mmdebstrap` and the package registries; those that this
machine is set up for are used inside, too.
"""

import argparse
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
RELEASE = "trixie"  # the oldest Debian with Node 20
ASKED_FOR = ("python3", "python3-venv", "nodejs", "npm", "make", "git")  # as in the README
BESIDES = ("sudo",)  # an ordinary user who may install packages
COMMANDS = ("play", "test")
ORDINARY = "ordinary"  # the name of a user
HOMES = {"root": "/root", ORDINARY: f"/home/{ORDINARY}"}
PORT = 8150
PLAY_SECONDS = 1800
STOP_SECONDS = 60
UNWANTED_FONT = "Liberation"  # with it, the page would look right for the wrong reason

# Where this machine says which registries it uses. Nothing of it is printed.
SETTINGS = ("/etc/pip.conf", "/etc/npmrc", "/usr/etc/npmrc", "/etc/resolv.conf", "/etc/hosts")
HOME_SETTINGS = (".config/pip/pip.conf", ".pip/pip.conf", ".npmrc")
VARIABLES = re.compile(
    r"(?i)(pip|npm_config)_\w+|\w*(ssl|ca|cert)_?\w*(file|dir|bundle|certs|cert)|\w+_proxy"
)


class Failed(Exception):
    pass


def main() -> None:
    told = arguments()
    check_machine()
    folder = Path(tempfile.mkdtemp(prefix="carrozza-fresh-"))
    folder.chmod(0o755)
    print(f"Logs and systems are in {folder}")
    good = False
    try:
        base = told.base or folder / "base"
        if not told.base:
            with step(f"Debian {RELEASE} with {', '.join(ASKED_FOR)}"):
                build_system(base, ASKED_FOR, folder / "debian.log")
        for user in told.user:
            run_as(user, base, folder, told.only)
        good = True
        print("Green.")
    except Failed as failed:
        sys.exit(f"Red: {failed}")
    finally:
        tidy(folder, keep=told.keep, logs=not good)


def check_machine() -> None:
    if os.geteuid() != 0:
        sys.exit("This needs root: it builds a system in a folder and works inside.")
    if shutil.which("mmdebstrap") is None:
        sys.exit("This needs mmdebstrap: apt-get install mmdebstrap")
    if port_is_taken():
        sys.exit(f"Port {PORT} is taken here, and a server is to listen there: free it first.")


def port_is_taken() -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", PORT)) == 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", choices=COMMANDS, action="append", help="one of the commands")
    parser.add_argument("--user", choices=tuple(HOMES), action="append", help="one of the users")
    parser.add_argument("--keep", action="store_true", help="keep the systems, to look inside")
    parser.add_argument("--base", type=Path, metavar="FOLDER", help="a new system kept before")
    told = parser.parse_args()
    told.only = told.only or list(COMMANDS)
    told.user = told.user or list(HOMES)
    return told


def tidy(folder: Path, *, keep: bool, logs: bool) -> None:
    """Mounts have gone with the processes that saw them; files are left to be removed."""
    if keep:
        return
    for inside in folder.iterdir():
        if inside.is_dir():
            shutil.rmtree(inside)
    if not logs:
        shutil.rmtree(folder)


@contextmanager
def step(what: str) -> Iterator[None]:
    began = time.monotonic()
    print(f"{what} … ", end="", flush=True)
    try:
        yield
    except Failed:
        print(f"failed after {time.monotonic() - began:.0f} s", flush=True)
        raise
    print(f"{time.monotonic() - began:.0f} s", flush=True)


def logged(command: list[str], log: Path, env: dict[str, str] | None = None) -> None:
    with log.open("ab") as file:
        done = subprocess.run(command, stdout=file, stderr=file, env=env, check=False)
    if done.returncode != 0:
        raise Failed(f"{Path(command[0]).name} ended with {done.returncode}\n{tail(log)}")


def tail(log: Path, lines: int = 30) -> str:
    return "\n".join([f"--- {log}", *log.read_text(errors="replace").splitlines()[-lines:]])


# ---- a system


def build_system(base: Path, packages: tuple[str, ...], log: Path) -> None:
    fetching = [
        f"--aptopt={path}"
        for path in sorted(Path("/etc/apt/apt.conf.d").glob("*"))
        if "Acquire::" in path.read_text(errors="replace")
    ]
    wanted = ",".join((*packages, *BESIDES))
    command = ["mmdebstrap", "--variant=minbase", f"--include={wanted}", *fetching]
    logged([*command, RELEASE, str(base)], log)
    # Packages that are installed inside shall not start services: nobody minds them there.
    policy = base / "usr" / "sbin" / "policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    logged(["chroot", str(base), "useradd", "--create-home", ORDINARY], log)
    (base / "etc" / "sudoers.d" / ORDINARY).write_text(f"{ORDINARY} ALL=(ALL) NOPASSWD: ALL\n")
    lend_settings(base)
    logged(["chroot", str(base), "chown", "-R", f"{ORDINARY}:", f"/home/{ORDINARY}"], log)


def copy_system(base: Path, target: Path, log: Path) -> None:
    logged(["cp", "--archive", "--reflink=auto", str(base), str(target)], log)


def lend_settings(base: Path) -> None:
    """What this machine knows about its registries: files, and those that variables name."""
    named = [Path(value) for value in registry_variables().values() if value.startswith("/")]
    for path in [*map(Path, SETTINGS), *(path for path in named if path.exists())]:
        lend(path, base / path.relative_to("/"))
    for home in ("root", f"home/{ORDINARY}"):
        for name in HOME_SETTINGS:
            lend(Path.home() / name, base / home / name)


def lend(path: Path, target: Path) -> None:
    """What was there goes first: it may be a link, which would lead out of the system."""
    if path.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        shutil.copyfile(path, target)
        target.chmod(0o644)
    elif path.is_dir():
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        target.unlink(missing_ok=True)
        shutil.copytree(path, target, ignore_dangling_symlinks=True)


def registry_variables() -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if VARIABLES.fullmatch(key)}


# ---- inside


def run_as(user: str, base: Path, folder: Path, commands: list[str]) -> None:
    system, home = folder / user, HOMES[user]
    with step(f"A copy for {user}, with a clean clone"):
        log = folder / "debian.log"
        copy_system(base, system, log)
        clone = system / home.lstrip("/") / "carrozza"
        logged(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], log)
        logged(["chroot", str(system), "chown", "-R", f"{user}:", home], log)
    if "play" in commands:
        with step(f"make play, as {user}"):
            play(system, user, folder / f"play-{user}.log")
    if "test" in commands:
        with step(f"make test, as {user}"):
            log = folder / f"test-{user}.log"
            logged(in_clone(system, user, "make test"), log, environment(home, user))
        check_fonts(system, user, folder / f"fonts-{user}.log")


def in_clone(system: Path, user: str, command: str) -> list[str]:
    return inside(system, user, f"{HOMES[user]}/carrozza", command)


def inside(system: Path, user: str, folder: str, command: str) -> list[str]:
    """A command in the system. Its mounts and processes are its own and end with it."""
    script = (
        'mount -t proc proc "$1/proc" && '
        'mount --rbind /dev "$1/dev" && mount --rbind /sys "$1/sys" && '
        'exec chroot "$1" setpriv --reuid="$2" --regid="$2" --init-groups '
        'sh -c "cd $3 && exec $4"'
    )
    own = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"]
    return [*own, "sh", "-c", script, "fresh", str(system), user, folder, command]


def environment(home: str, user: str) -> dict[str, str]:
    path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    return {**registry_variables(), "PATH": path, "HOME": home, "USER": user, "TERM": "dumb"}


def play(system: Path, user: str, log: Path) -> None:
    """`make play` until the page answers, then Ctrl+C."""
    if port_is_taken():  # by whom? Its page would be taken for ours
        raise Failed(f"something listens at port {PORT}")
    with log.open("ab") as file:
        process = subprocess.Popen(
            in_clone(system, user, "make play"),
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            env=environment(HOMES[user], user),
            start_new_session=True,
        )
    until = time.monotonic() + PLAY_SECONDS
    try:
        while not page_answers():
            if process.poll() is not None:
                raise Failed(f"make play ended with {process.returncode}\n{tail(log)}")
            if time.monotonic() > until:
                raise Failed(f"make play does not answer\n{tail(log)}")
            time.sleep(1)
    finally:
        stop(process, signal.SIGINT)


def stop(process: "subprocess.Popen[bytes]", how: signal.Signals) -> None:
    """Tell all of a session: `unshare` itself passes no signal on."""
    os.killpg(process.pid, how)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise Failed(f"it does not stop within {STOP_SECONDS} s") from None


def page_answers() -> bool:
    asked = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    try:
        asked.request("GET", "/")
        reply = asked.getresponse()
        return reply.status == http.HTTPStatus.OK and b"<script" in reply.read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asked.close()


def check_fonts(system: Path, user: str, log: Path) -> None:
    """What was the page seen with? Said, and none that hides a mistake."""
    logged(in_clone(system, user, "fc-list : family"), log, environment(HOMES[user], user))
    families = sorted({line.strip() for line in log.read_text().splitlines()})
    print(f"  fonts inside: {', '.join(families) or 'none'}")
    if any(UNWANTED_FONT in family for family in families):
        raise Failed(f"{UNWANTED_FONT} is installed inside: layout must not need it.")


if __name__ == "__main__":
    main()
