"""The real server: one process and one SQLite file of its own, on a port that the system picks."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("COUNTERSIGN_BIN", str(ROOT / "target/debug/countersign"))


def own_environment() -> dict[str, str]:
    """This process's environment without the product's own settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COUNTERSIGN_")}


class Server:
    """Serves while it is entered."""

    def __init__(self, **settings: str) -> None:
        self._settings = settings

    def __enter__(self) -> "Server":
        self._folder = tempfile.TemporaryDirectory(prefix="countersign-python-")
        self.database = f"sqlite:{self._folder.name}/countersign.db"
        self._process = subprocess.Popen(
            [BINARY, "serve", "--listen", "127.0.0.1:0", "--database", self.database],
            env=own_environment() | self._settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for line in self._process.stdout:
            if found := re.match(r"Listening on (http://127\.0\.0\.1:\d+)", line):
                self.origin = found[1]
                return self
        self.__exit__()
        raise RuntimeError(f"{BINARY} serve ended with {self._process.returncode}")

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=15)
        self._process.stdout.close()
        self._folder.cleanup()

    def mint(self, name: str) -> str:
        """A new agent's token."""
        return self._token("create", name)

    def tokens(self) -> str:
        """The tokens and identities that there are, one a line."""
        return self._token("list")

    def _token(self, *arguments: str) -> str:
        command = [BINARY, "token", *arguments, "--database", self.database]
        return subprocess.run(command, env=own_environment(), check=True, capture_output=True, text=True).stdout.strip()
