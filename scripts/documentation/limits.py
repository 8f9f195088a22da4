# SPDX-License-Identifier: MIT
"""The limits of the inventory's fields, from the JSON Schema of its document, which the table of fields makes and a
test holds to it."""
import json
import re


def counted(number):
    return f"{number:,}" if isinstance(number, int) else f"{number:g}"


def limit(field):
    if "maxLength" in field:
        return f"at most {counted(field['maxLength'])} characters"
    if (length := re.match(r"^\^\[!-~\]\{1,(\d+)\}\$$", field.get("pattern", ""))) is not None:
        return f"1 to {counted(int(length[1]))} characters of ASCII without spaces"
    if "maximum" in field:
        least = field.get("minimum", field.get("exclusiveMinimum"))
        above = "more than " if "exclusiveMinimum" in field else ""
        return f"{above}{counted(least)} to {counted(field['maximum'])}"
    if "maxItems" in field:
        return f"at most {counted(field['maxItems'])}"
    return None


def rows(fields, prefix=""):
    for name, field in fields.get("properties", {}).items():
        if (found := limit(field)) is not None:
            yield f"{prefix}{name}", found, field.get("description", "")
        yield from rows(field, f"{prefix}{name}.")


def article(schema):
    """The limits as Markdown, what has them by name: units, pages, experiments, settings."""
    whole = json.loads(schema.read_text())
    lines = []
    kinds = [("A unit", whole["$defs"]["unit"]), ("A page", whole["$defs"]["page"]),
             ("An experiment", whole["$defs"]["experiment"]), ("The settings", whole["properties"]["settings"])]  # fmt: skip
    for title, fields in kinds:
        lines += ["", f"**{title}**", "", "| Field | Limit | What it is |", "|---|---|---|"]
        lines += [f"| `{name}` | {found} | {words} |" for name, found, words in rows(fields)]
    return "\n".join(lines).strip() + "\n"
