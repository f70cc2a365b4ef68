"""A real nginx with the lines of deploy/, in front of real servers."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.postgres import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
ONE = "http://127.0.0.1:8150"
SEVERAL = ("    server 127.0.0.1:8150;\n", "    server 127.0.0.1:8151;\n")
WHOLE = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
worker_rlimit_nofile 40000;
events {{ worker_connections 20000; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/servers.conf;
    server {{
        listen 127.0.0.1:{port};
        include {folder}/carrozza.conf;
    }}
}}
"""


@contextmanager
def nginx(folder: Path, *servers: str) -> Iterator[str]:
    """The address of an nginx with our lines, for servers at these addresses."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
    assert program is not None, "nginx is not installed: apt-get install nginx-light"
    lines, several = (DEPLOY / "nginx.conf").read_text(), ""
    assert ONE in lines
    if len(servers) == 1:
        lines = lines.replace(ONE, servers[0])
    else:
        lines = lines.replace(ONE, "http://carrozza")
        several = (DEPLOY / "nginx-servers.conf").read_text()
        assert "".join(SEVERAL) in several
        ours = [f"    server {address.removeprefix('http://')};\n" for address in servers]
        several = several.replace("".join(SEVERAL), "".join(ours))
    (folder / "carrozza.conf").write_text(lines)
    (folder / "servers.conf").write_text(several)
    port = free_port()
    settings = folder / "nginx.conf"
    settings.write_text(WHOLE.format(folder=folder, port=port))
    command = [program, "-e", str(folder / "error.log"), "-c", str(settings)]
    subprocess.run([*command, "-t", "-q"], check=True)
    process = subprocess.Popen(command)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()
