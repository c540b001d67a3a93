"""nginx and Caddy as deploy/ configures them: TLS, a table over a WebSocket, no address that is made up."""

import asyncio
import json
import os
import re
import secrets
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect

from scripts.packages import NotHad, find
from tests.server.serving import Served

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def make_certificate(folder: Path) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "fullchain.pem", folder / "privkey.pem"
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return certificate, private


def nginx(folder: Path, service: str, port: int) -> list[str]:
    """As it is shipped, but for ports, names and certificates."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("127.0.0.1:8000", service.removeprefix("http://"))
    text = re.sub(r"listen (\[::\]:)?80;", "", text)
    text = text.replace("listen 443 ssl http2;", f"listen 127.0.0.1:{port} ssl http2;")
    text = text.replace("listen [::]:443 ssl http2;", "")
    # the server that only redirects listens somewhere else
    text = text.replace("return 308", f"listen 127.0.0.1:{free_port()};\n return 308")
    text = text.replace("/etc/letsencrypt/live/tables.example", str(folder))
    file = folder / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    file.write_text(
        f"pid {folder}/pid; error_log {folder}/errors; daemon off; worker_processes 1; master_process off;"
        f"events {{}} http {{ access_log off; {temporary} {text} }}"
    )
    return [find("nginx"), "-p", str(folder), "-c", str(file)]


def caddy(folder: Path, service: str, port: int) -> list[str]:
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace(
        "{$UTH_SITE:tables.example} {",
        "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
        f"https://localhost:{port} {{\n\tbind 127.0.0.1\n\ttls {folder}/fullchain.pem {folder}/privkey.pem",
    )
    text = text.replace("{$UTH_UPSTREAM:127.0.0.1:8000}", service.removeprefix("http://"))
    file = folder / "Caddyfile"
    file.write_text(text)
    return [find("caddy"), "run", "--adapter", "caddyfile", "--config", str(file)]


@pytest.fixture(params=[nginx, caddy])
def proxied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Served, str, ssl.SSLContext]]:
    certificate, _ = make_certificate(tmp_path)
    options = ("--https", "--no-second-factor", "--trusted-proxy", "127.0.0.1", "--sign-ins", "0.05")
    served = Served(f"sqlite:///{tmp_path}/uth.sqlite", tmp_path, *options, "--open", "iowa-catfish-bend")
    served.start()
    port = free_port()
    try:
        call = request.param(tmp_path, served.url, port)
    except NotHad as why:
        served.stop()
        pytest.skip(str(why))
    with (tmp_path / "proxy").open("w") as said:
        process = subprocess.Popen(
            call,
            stdout=said,
            stderr=said,
            env={**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)},
        )
    trusting = ssl.create_default_context(cafile=str(certificate))
    try:
        for _ in range(100):
            try:
                httpx.get(f"https://localhost:{port}/health", verify=trusting)
                break
            except httpx.HTTPError:
                assert process.poll() is None, (tmp_path / "proxy").read_text()
                time.sleep(0.1)
        yield served, f"https://localhost:{port}", trusting
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
        served.stop()


def test_a_hand_over_tls_and_a_websocket(proxied: tuple[Served, str, ssl.SSLContext]) -> None:
    _, site, trusting = proxied
    with httpx.Client(verify=trusting, base_url=site, headers={"origin": site}) as browser:
        assert "<!doctype html>" in browser.get("/").text.lower()
        came = browser.post("/api/guests", json={})
        assert came.status_code == 201, came.text
        assert "Secure" in came.headers["set-cookie"]
        assert "strict-transport-security" in came.headers
        assert browser.get("/api/me").status_code == 200
        assert browser.post("/api/guests", content=b"x" * 100_000).status_code == 413
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())

    async def play() -> None:
        address = site.replace("https", "wss", 1) + "/api/tables/T1/watch"
        async with connect(address, ssl=trusting, origin=site, additional_headers={"cookie": cookie}) as line:  # type: ignore[arg-type]

            async def do(act: dict[str, object]) -> dict[str, object]:
                id = secrets.token_hex(8)
                await line.send(json.dumps({"id": id, "act": act}))
                async with asyncio.timeout(20):
                    while True:
                        frame = json.loads(await line.recv())
                        if id in (frame.get("command"), *frame.get("commands", [])):
                            assert "fault" not in frame, frame
                            return dict(frame)

            await line.recv()
            await do({"do": "sit", "seat": 1})
            await do({"do": "buy_in", "cents": 10_000})
            await do({"do": "bet", "stakes": {"ante": 500}})
            for choice in ("check", "check", "fold"):
                frame = await do({"do": "decide", "choice": choice})
            assert frame["table"]["round"] == 1  # type: ignore[index]

    asyncio.run(play())


def test_nobody_makes_up_an_address(proxied: tuple[Served, str, ssl.SSLContext]) -> None:
    """Two sign-ins at once from one address, however often it calls itself another."""
    _, site, trusting = proxied
    codes = []
    for number in range(4):
        headers = {"x-forwarded-for": f"10.0.0.{number}"}
        codes.append(httpx.post(f"{site}/api/guests", json={}, headers=headers, verify=trusting).status_code)
    assert codes == [201, 201, 429, 429]
