# SPDX-License-Identifier: MIT
"""The store's schema for its article: a table of each table, and a picture of how they refer to one another. Both
are read from the migrations, which SQLite runs, so that they tell what the program makes."""
import html
import re
import sqlite3

GROUPS = {
    "0001_inventory.sql": "Inventory", "0002_consent.sql": "Consent", "0003_history.sql": "History",
    "0004_settings.sql": "Settings", "0005_updates.sql": "Over the air",
}  # fmt: skip
CREATED = re.compile(r"((?:^--.*\n)*)^CREATE (TABLE|VIEW) (\w+)", re.MULTILINE)


class Table:
    """A table or a view, with what the migration says of it."""

    def __init__(self, database, group, kind, name, words):
        self.group, self.name, self.is_view = group, name, kind == "VIEW"
        self.words = words
        self.columns = [
            (row[1], row[2], bool(row[5])) for row in database.execute("SELECT * FROM pragma_table_xinfo(?)", [name])
        ]
        self.refers = {}
        for row in database.execute("SELECT \"table\", \"from\" FROM pragma_foreign_key_list(?)", [name]):
            self.refers.setdefault(row[0], []).append(row[1])


def tables(migrations):
    database = sqlite3.connect(":memory:")
    found = []
    for file in sorted(migrations.glob("*.sql")):
        text = file.read_text()
        database.executescript(text)
        for match in CREATED.finditer(text):
            words = " ".join(line.lstrip("- ") for line in match[1].splitlines() if line.strip("- "))
            found.append(Table(database, GROUPS[file.name], match[2], match[3], words))
    return found


def article(migrations):
    """The tables as Markdown, a group after the other."""
    lines = []
    group = None
    for table in tables(migrations):
        if table.group != group:
            group = table.group
            lines += ["", f"### {group}"]
        lines += ["", f"**`{table.name}`**{' (a view)' if table.is_view else ''}. {table.words}".rstrip(), ""]
        keys = [name for name, _, is_key in table.columns if is_key]
        targets = {column: target for target, columns in table.refers.items() for column in columns}
        lines += [
            "Columns: "
            + ", ".join(
                f"`{name}`" + (" (key)" if name in keys else "") + (f" → `{targets[name]}`" if name in targets else "")
                for name, _, _ in table.columns
            )
            + "."
        ]
    return "\n".join(lines).strip() + "\n"


BOX, ROW, GAP, LANE = 190, 15, 14, 90
TOP, LEFT = 30, 60


def drawn(table):
    """What a table is found by: its keys, and what refers to others."""
    refers = {column for columns in table.refers.values() for column in columns}
    return [column for column in table.columns if column[2] or column[0] in refers]


def picture(migrations):
    """The tables without the views, as SVG: a column of boxes for each group with what tables are found by, and an
    arrow for each reference."""
    shown = [table for table in tables(migrations) if not table.is_view]
    stacks = [["Inventory"], ["History"], ["Consent"], ["Settings", "Over the air"]]
    places, parts = {}, []
    height = 0
    for number, groups in enumerate(stacks):
        x, y = LEFT + number * (BOX + LANE), TOP
        for group in groups:
            parts.append(f'<text class="group" x="{x}" y="{y + 4}">{group}</text>')
            y += GAP
            for table in (table for table in shown if table.group == group):
                columns = drawn(table)
                left = len(table.columns) - len(columns)
                high = 24 + (len(columns) + (left > 0)) * ROW
                places[table.name] = (x, y)
                parts.append(f'<rect class="table" x="{x}" y="{y}" width="{BOX}" height="{high}" rx="4"/>')
                parts.append(f'<text class="name" x="{x + 8}" y="{y + 16}">{table.name}</text>')
                for row, (name, kind, is_key) in enumerate(columns):
                    line = y + 32 + row * ROW
                    mark = ' class="key"' if is_key else ""
                    parts.append(f'<text{mark} x="{x + 8}" y="{line}">{html.escape(name)}</text>')
                    parts.append(f'<text class="kind" x="{x + BOX - 8}" y="{line}">{kind.lower()}</text>')
                if left:
                    line = y + 32 + len(columns) * ROW
                    parts.append(f'<text class="more" x="{x + 8}" y="{line}">and {left} more</text>')
                y += high + GAP
            y += GAP
        height = max(height, y)
    arrows = []
    # References within a column of boxes go around it, each target's on a way of its own.
    ways = {}
    for table in shown:
        x, y = places[table.name]
        for target, columns in table.refers.items():
            for column in columns:
                row = [name for name, _, _ in drawn(table)].index(column)
                line = y + 28 + row * ROW
                tx, ty = places[target]
                ty += 12
                if tx == x:
                    way = x - 12 - 9 * ways.setdefault((x, target), sum(key[0] == x for key in ways))
                    path = f"M{x},{line} L{way},{line} L{way},{ty} L{x},{ty}"
                elif tx < x:
                    path = f"M{x},{line} C{x - 50},{line} {tx + BOX + 50},{ty} {tx + BOX},{ty}"
                else:
                    path = f"M{x + BOX},{line} C{x + BOX + 50},{line} {tx - 50},{ty} {tx},{ty}"
                arrows.append(f'<path class="arrow" d="{path}" marker-end="url(#head)"/>')
    width = LEFT + len(stacks) * (BOX + LANE) - LANE + 20
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<style>text{{font:11px system-ui,"DejaVu Sans",sans-serif;fill:#222}}.group{{font-size:15px;font-weight:600}}\
.name{{font-weight:600;font-size:12px}}.key{{font-weight:600}}.kind{{fill:#777;text-anchor:end}}.more{{fill:#777}}\
.table{{fill:#f4f8fb;stroke:#7a9fbf}}.arrow{{fill:none;stroke:#b36b00;stroke-width:1.2;opacity:.75}}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
<path d="M0,0 L8,4 L0,8 z" fill="#b36b00"/></marker></defs>
<rect width="100%" height="100%" fill="#ffffff"/>
{chr(10).join(parts)}
{chr(10).join(arrows)}
</svg>
"""
