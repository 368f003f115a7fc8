"""The OpenID provider of `issuer/`, as a process, and a person who signs in there and consents."""

import re
import subprocess
from html import unescape
from urllib.parse import urljoin

from httpx2 import AsyncClient

from server import ROOT

CLIENT_ID = "nightly"
CLIENT_SECRET = "a secret of the tests"


class Issuer:
    """Issues while it is entered."""

    def __enter__(self) -> "Issuer":
        program = ROOT / "end2end/issuer/issuer.mjs"
        self._process = subprocess.Popen(["node", program, "RS256"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        if found := re.match(r"Issuing at (\S+)", self._process.stdout.readline()):
            self.url = found[1]
            return self
        self.__exit__()
        raise RuntimeError(f"the issuer ended with {self._process.returncode}")

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=15)
        self._process.stdout.close()


async def consent(asked: str, login: str, back: str) -> str:
    """Goes where the agent was told to, signs in and says yes; the URL below `back` that the issuer then sends the browser to."""
    async with AsyncClient(timeout=60) as browser:
        answer = await browser.get(asked)
        while True:
            if answer.is_redirect:
                url = urljoin(str(answer.url), answer.headers["location"])
                if url.startswith(back):
                    return url
                answer = await browser.get(url)
                continue
            [(action, prompt)] = re.findall(r'<form [^>]*action="([^"]+)".*?name="prompt" value="(\w+)"', answer.text, re.S)
            fields = {"prompt": prompt, "login": login, "password": "any"}
            answer = await browser.post(urljoin(str(answer.url), unescape(action)), data=fields)
