"""The worked example as it is in examples/enrich-csv: run, interrupted, run again; what is written is compared byte for byte."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from contextlib import ExitStack
from pathlib import Path

from reviewer import decide, pending
from server import ROOT, Server, own_environment

EXAMPLE = ROOT / "examples/enrich-csv"
PATIENCE = 120  # seconds that a busy machine may take for anything


class Run:
    """The example as a process, and what it has printed."""

    def __init__(self, folder: Path, server: Server, token: str) -> None:
        environment = own_environment() | {"COUNTERSIGN_URL": f"{server.origin}/mcp", "COUNTERSIGN_TOKEN": token}
        self.log = folder / "printed"
        command = [sys.executable, "-B", str(EXAMPLE / "enrich.py"), "accounts.csv", "apollo.csv"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT)

    @property
    def lines(self) -> dict[str, list[str]]:
        """What it said, by record."""
        said: dict[str, list[str]] = {}
        for record, text in re.findall(r"^(A-\d+): (.*)$", self.log.read_text(), re.M):
            said.setdefault(record, []).append(text)
        return said

    def until(self, *records: str, says: str) -> dict[str, str]:
        """Waits until it has said so of these records: what it said."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = {record: text for record in records for text in self.lines.get(record, []) if text.startswith(says)}
            if len(found) == len(records):
                return found
            if self.process.poll() not in (None, 0):
                break
            time.sleep(0.05)
        raise AssertionError(f"{records}: {says}?\n{self.log.read_text()}")

    def end(self) -> dict[str, list[str]]:
        if self.process.wait(timeout=PATIENCE) != 0:
            raise AssertionError(self.log.read_text())
        return self.lines

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Enrich(unittest.TestCase):
    """Each test has a folder, a server and a token of its own."""

    def setUp(self) -> None:
        kept = ExitStack()
        self.addCleanup(kept.close)
        self.folder = Path(kept.enter_context(tempfile.TemporaryDirectory(prefix="countersign-enrich-")))
        for name in ("accounts.csv", "apollo.csv"):
            shutil.copy(EXAMPLE / name, self.folder)
        self.server = kept.enter_context(Server())
        self.token = self.server.mint("enrich")
        self.accounts = self.folder / "accounts.csv"
        self.before = self.accounts.read_bytes()

    def start(self) -> Run:
        run = Run(self.folder, self.server, self.token)
        self.addCleanup(run.kill)
        return run

    def links(self, run: Run, *records: str) -> dict[str, str]:
        return {record: text.split()[-1] for record, text in run.until(*records, says="please review").items()}

    def after(self, *changes: tuple[str, str]) -> bytes:
        """The file as it was, with these lines changed."""
        text = self.before.decode()
        for old, new in changes:
            self.assertEqual(text.count(old + "\r\n"), 1, old)
            text = text.replace(old + "\r\n", new + "\r\n")
        return text.encode()

    def test_only_what_is_approved_is_written(self) -> None:
        run = self.start()
        links = self.links(run, "A-1001", "A-1002", "A-1003", "A-1005", "A-1006", "A-1007")
        self.assertEqual(self.accounts.read_bytes(), self.before)
        self.assertEqual((self.folder / "accounts.csv.reviews.json").stat().st_mode & 0o777, 0o600)

        northmark = [("include", "name"), ("p.name", "NorthMark Strategies"), ("include", "employees"), ("p.employees", "2.45e2")]
        decide(links["A-1001"], *northmark, ("include", "regions"), ("p.regions", "AMER"), ("p.regions", "EMEA"))
        decide(links["A-1003"], action="cancel")
        decide(links["A-1006"])
        run.until("A-1001", says="written")
        run.until("A-1003", says="declined")
        run.until("A-1006", says="submitted without changes")
        first = ('A-1001,Northmark,,180,Asset Management,AMER,"Lind, Mara"', 'A-1001,NorthMark Strategies,,245,Asset Management,AMER;EMEA,"Lind, Mara"')
        self.assertEqual(self.accounts.read_bytes(), self.after(first))

        # on the way it is killed; reviewers go on, and somebody edits the file
        run.kill()
        decide(links["A-1007"], ("include", "name"), ("p.name", "Orchard Re, Inc."), ("include", "website"), ("p.website", "https://orchard-re.example/about"))
        harbour = ("A-1005,Harbour Funds,harbour.example,,,,", "A-1005,Harbour Funds LLP,harbour.example,,,,")
        self.accounts.write_bytes(self.after(first, harbour))
        run = self.start()
        self.assertEqual(self.links(run, "A-1005"), {"A-1005": links["A-1005"]})
        decide(links["A-1005"], ("include", "name"), ("p.name", "Harbour Funds LLP"), ("include", "website"), ("p.website", "https://harbour.example/"))
        website = ("p.website", "https://www.banque-rive.example/")
        decide(links["A-1002"], ("include", "name"), ("p.name", 'Banque "Rive" SA'), ("include", "website"), website, ("include", "employees"), ("p.employees", "1240"))
        run.until("A-1007", "A-1002", says="written")
        run.until("A-1005", says="changed meanwhile, not written")
        self.assertEqual(sorted(run.end()), ["A-1002", "A-1005", "A-1007"])
        done = self.after(
            first,
            harbour,
            ('A-1002,"Banque Rive ",www.banque-rive.example,"1,200",Bank,EMEA;,j.okafor', 'A-1002,"Banque ""Rive"" SA",https://www.banque-rive.example/,"1240",Bank,EMEA;,j.okafor'),
            ("A-1007,Orchard Re,https://orchard-re.example/,95,Insurance,EMEA,s.ito", 'A-1007,"Orchard Re, Inc.",https://orchard-re.example/about,95,Insurance,EMEA,s.ito'),
        )
        self.assertEqual(self.accounts.read_bytes(), done)

        # once more: nobody is asked, nothing written
        self.assertEqual(self.start().end(), {})
        self.assertEqual(pending(self.server, self.token), 0)
        self.assertEqual(self.accounts.read_bytes(), done)
        self.assertEqual(sorted(os.listdir(self.folder)), ["accounts.csv", "accounts.csv.reviews.json", "apollo.csv", "printed"])

    def test_what_a_crash_left_undone_is_done_once(self) -> None:
        run = self.start()
        links = self.links(run, "A-1001", "A-1002", "A-1003", "A-1005", "A-1006", "A-1007")
        decide(links["A-1006"], ("include", "employees"), ("p.employees", "15"))
        run.until("A-1006", says="written")
        run.kill()
        written = self.after(("A-1006,Tessel,https://tessel.example/,12,software,APAC,s.ito", "A-1006,Tessel,https://tessel.example/,15,software,APAC,s.ito"))
        self.assertEqual(self.accounts.read_bytes(), written)

        # as if it had died after writing A-1006 but before noting so, and after asking about A-1007 but before it heard of it
        path = self.folder / "accounts.csv.reviews.json"
        state = json.loads(path.read_text())
        state["records"]["A-1006"]["outcome"] = None
        del state["records"]["A-1007"]
        path.write_text(json.dumps(state))
        run = self.start()
        run.until("A-1006", says="written")
        again = self.links(run, "A-1007")
        self.assertNotEqual(again["A-1007"], links["A-1007"])
        self.assertEqual(decide(links["A-1007"], action="cancel"), 409, "the link that nobody got is closed")
        run.until("A-1001", "A-1002", "A-1003", "A-1005", says="please review")
        self.assertEqual(pending(self.server, self.token, withdraw=True), 5)
        self.assertEqual([said[-1] for said in run.end().values()].count("canceled"), 5)
        self.assertEqual(self.accounts.read_bytes(), written)


if __name__ == "__main__":
    unittest.main(verbosity=2)
