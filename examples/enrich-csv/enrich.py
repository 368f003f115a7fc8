"""Enriches a CSV file of accounts from another one: a person reviews each change, and only what they approve is written.

    python enrich.py accounts.csv apollo.csv

COUNTERSIGN_TOKEN holds the agent's token, COUNTERSIGN_URL the server (http://127.0.0.1:3000/mcp otherwise).
Started again after any interruption it goes on where it was.
"""

import asyncio, json, os, re, secrets, sys
from pathlib import Path

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

URL = os.environ.get("COUNTERSIGN_URL", "http://127.0.0.1:3000/mcp")
AT_ONCE = 8  # calls that wait at the same time
FIELDS = {
    "name": {"type": "string", "title": "Name", "minLength": 1},
    "website": {"type": "string", "title": "Website", "format": "uri"},
    "employees": {"type": "integer", "title": "Employees", "minimum": 1},
    "industry": {"type": "string", "title": "Industry", "enum": ["Asset Management", "Banking", "Insurance", "Software"]},
    "regions": {"type": "array", "title": "Regions", "items": {"enum": ["AMER", "APAC", "EMEA"]}, "uniqueItems": True},
}


class Table:
    """A CSV file whose untouched cells stay as they are, byte for byte: quotes, spaces, line ends."""

    def __init__(self, path):
        self.text, rows = path.read_bytes().decode("utf-8"), [[]]
        for cell in re.finditer(r'("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)', self.text):
            rows[-1].append(cell.span(1))
            if cell[2] != ",":
                rows.append([])
        self.columns = [self.value(span).lstrip("\ufeff") for span in rows[0]]
        self.records = {self.value(row[0]): row for row in rows[1:] if len(row) == len(self.columns)}

    def value(self, span):
        raw = self.text[slice(*span)]
        return raw[1:-1].replace('""', '"') if raw.startswith('"') else raw

    def cells(self, record):
        return {column: self.value(span) for column, span in zip(self.columns, self.records[record])}

    def changed(self, record, new):
        """The file's text with `new` texts, by column, in a record."""
        text = self.text
        for column, (start, end) in reversed(list(zip(self.columns, self.records[record]))):
            if column in new:
                quoted = text[start:end].startswith('"') or re.search(r'[,"\r\n]', new[column])
                text = text[:start] + ('"' + new[column].replace('"', '""') + '"' if quoted else new[column]) + text[end:]
        return text


def replace(path, text):
    """Writes a file so that after a crash it is the old one or the new one."""
    aside = path.with_name(f".{path.name}.new")
    mode = path.stat().st_mode if path.exists() else 0o600
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
        file.write(text.encode("utf-8"))
        os.fsync(file.fileno())
    os.replace(aside, path)


def read(field, text):
    """A cell as JSON: a number or a list where it is one, else its text, for the reviewer to see as it is."""
    if field == "regions":
        return [part for part in text.split(";") if part]
    return int(text) if field == "employees" and re.fullmatch(r"\d+", text) else text or None


def spell(value):
    """A value as the text of a cell. (A reviewer may write 1000 as 1e3.)"""
    return ";".join(value) if isinstance(value, list) else f"{value:.0f}" if isinstance(value, float) else str(value)


def order(value):
    return sorted(value) if isinstance(value, list) else value


def fits(field, value):
    """Whether a value may be the field's default: of its type, and among its options. (A bad format may: it is shown.)"""
    schema = FIELDS[field]
    options = schema.get("enum") or schema.get("items", {}).get("enum")
    of_type = isinstance(value, {"string": str, "integer": int, "array": list}[schema["type"]])
    return of_type and (not options or all(one in options for one in (value if isinstance(value, list) else [value])))


def proposal(record, current, source, run):
    """The arguments of elicit_proposal for one record; None when the source would change nothing."""
    properties, fields, changes = {}, {}, False
    for field, schema in FIELDS.items():
        now, found = read(field, current[field]), read(field, source[field])
        default = next(({"default": value} for value in (found, now) if value and fits(field, value)), {})
        changes |= bool(default) and order(default["default"]) != order(now)
        properties[field] = schema | default
        fields[field] = {"sources": {"apollo": found} if found else {}, "current": now}
    return changes and {
        "message": f"Update {current['name'].strip() or 'account'} ({record}) from Apollo, run {run}",
        "columns": {"sources": [{"key": "apollo", "label": "Apollo"}], "current": {"label": "Accounts"}},
        "requestedSchema": {"type": "object", "properties": properties, "required": ["name"]},
        "fields": fields,
        "context": {"record": record, "current": {field: current[field] for field in FIELDS}},
        "timeoutSeconds": int(os.environ.get("REVIEW_SECONDS", 86400)),
    }


async def lost(call, message):
    """A request whose answer got lost in a crash. While it is pending it is withdrawn: its link can't be had again."""
    for item in (await call("elicit_history", pageSize=100))["items"]:
        if item["message"] == message and item["status"] == "pending":
            await call("elicit_cancel", elicitationId=item["elicitationId"])
        elif item["message"] == message and item["status"] != "canceled":
            return item
    return None


async def write(call, path, record, elicitation_id):
    """Writes what was approved, if the record is still as the reviewer saw it; says what came of it."""
    result = await call("elicit_result", elicitationId=elicitation_id)
    if result["decision"] == "declined":
        return "declined"
    accounts, before = Table(path), result["context"]["current"]
    now = {field: accounts.cells(record)[field] for field in before} if record in accounts.records else None
    new = {field: spell(value) for field, value in result["values"].items() if value != read(field, before[field])}
    if not new:
        return "submitted without changes"
    if now == before:
        replace(path, accounts.changed(record, new))
    # what stands there already was written before a crash
    return "written" if now in (before, before | new) else "changed meanwhile, not written: review it in a new run"


async def enrich(call, path, source):
    accounts, apollo, state_path = Table(path), Table(source), path.with_name(f"{path.name}.reviews.json")
    state = json.loads(state_path.read_text()) if state_path.exists() else {"run": secrets.token_hex(3), "records": {}}
    save = lambda: replace(state_path, json.dumps(state, indent=2))  # noqa: E731
    save()
    for record in accounts.records:
        if record in apollo.records and record not in state["records"]:
            arguments = proposal(record, accounts.cells(record), apollo.cells(record), state["run"])
            if arguments:
                made = await lost(call, arguments["message"]) or await call("elicit_proposal", **arguments)
                state["records"][record] = {"id": made["elicitationId"], "link": made.get("reviewUrl"), "outcome": None}
                save()
    slots = asyncio.Semaphore(AT_ONCE)

    async def settle(record, entry):
        if entry["link"]:
            print(f"{record}: please review {entry['link']}", flush=True)
        status = "pending"
        while status == "pending":
            async with slots:  # in turns, so that no decision waits long behind others
                status = (await call("elicit_await", elicitationId=entry["id"], waitSeconds=10))["status"]
        entry["outcome"] = status if status in ("expired", "canceled") else await write(call, path, record, entry["id"])
        save()
        print(f"{record}: {entry['outcome']}", flush=True)

    await asyncio.gather(*(settle(*item) for item in state["records"].items() if not item[1]["outcome"]))


async def main(path, source):
    headers = {"Authorization": f"Bearer {os.environ['COUNTERSIGN_TOKEN']}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(30, read=330)) as http,
        Client(streamable_http_client(URL, http_client=http)) as client,
    ):
        async def call(tool, **arguments):
            result = await client.call_tool(tool, arguments)
            if result.is_error:
                raise RuntimeError(f"{tool}: {result.content[0].text}")
            return result.structured_content

        await enrich(call, path, source)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2])))
