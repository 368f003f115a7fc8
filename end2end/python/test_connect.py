"""docs/connect.md: its Python agent as it is there, and its TOML."""

import re
import subprocess
import sys
import tempfile
import unittest
from contextlib import ExitStack
from pathlib import Path

from reviewer import decide
from server import ROOT, Server, own_environment

PAGE = (ROOT / "docs/connect.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


class Connect(unittest.TestCase):
    """The page as a newcomer follows it."""

    def test_the_python_agent_works(self) -> None:
        [agent] = blocks("python")
        kept = ExitStack()
        self.addCleanup(kept.close)
        folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="countersign-connect-")))
        (folder / "agent.py").write_text(agent)
        server = kept.enter_context(Server())
        environment = own_environment() | {"COUNTERSIGN_URL": f"{server.origin}/mcp", "COUNTERSIGN_TOKEN": server.mint("agent")}
        for action, decision in (("submit", "submitted"), ("cancel", "declined")):
            with subprocess.Popen([sys.executable, "agent.py"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as running:
                link = running.stdout.readline().removeprefix("Please review: ").strip()
                self.assertEqual(decide(link, action=action), 303)
                self.assertEqual(running.stdout.read(), f"{decision}\n")
            self.assertEqual(running.returncode, 0)

    @unittest.skipIf(sys.version_info < (3, 11), "Python reads TOML from 3.11 on")
    def test_codex_is_configured_in_toml(self) -> None:
        import tomllib

        http, stdio = [tomllib.loads(block)["mcp_servers"]["countersign"] for block in blocks("toml")]
        self.assertEqual(http, {"url": "http://127.0.0.1:3000/mcp", "bearer_token_env_var": "COUNTERSIGN_TOKEN"})
        self.assertEqual(stdio, {"command": "countersign", "args": ["mcp"]})


if __name__ == "__main__":
    unittest.main(verbosity=2)
