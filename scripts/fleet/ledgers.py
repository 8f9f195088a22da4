# SPDX-License-Identifier: MIT
"""Made-up consent ledgers of many stores, and what happened to some of them, from the format's words alone.

Each store appends entries and sends them in batches, each with the head that it leads to, as
`consent export --entries` writes them. One store of twenty is tampered with, in a way drawn by the
seed; the others meet what networks do: lines that come twice, late and in another order.
"""
import datetime
import hashlib
import json
import random
import struct

EVENTS = ["given", "refused", "changed", "renewed", "withdrawn", "noticed", "sealed", "erased", "one of tomorrow"]
# The ways to tamper, and how the checks name them.
KINDS = {
    "field edited": "edited", "hash mended": "edited", "hashes mended to the end": "forked",
    "entry taken out": "missing", "first entries taken out": "missing", "end cut off": "truncated",
    "entries exchanged": "reordered", "another history": "forked", "one entry in two forms": "forked",
    "began in another store": "forked", "ledger went back": "truncated", "head of nothing": "forked"}

# Told by a head behind the first entry that is not as it was.
BY_HEADS = {"hashes mended to the end", "head of nothing"}


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def fields(*values):
    """Canonical bytes: each field behind its length."""
    out = []
    for value in values:
        value = struct.pack(">q", value) if isinstance(value, int) else \
            value.encode() if isinstance(value, str) else value
        out.append(struct.pack(">I", len(value)) + value)
    return b"".join(out)


def root(hashes):
    """The Merkle tree hash of RFC 6962, section 2.1."""
    if not hashes:
        return sha256()
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return sha256(b"\x01", root(hashes[:split]), root(hashes[split:]))


def extension(old, hashes, whole=True):
    """The proof of RFC 9162, section 2.1.4.1."""
    if old == 0:
        return []
    if old == len(hashes):
        return [] if whole else [root(hashes)]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    if old <= split:
        return extension(old, hashes[:split], whole) + [root(hashes[split:])]
    return extension(old - split, hashes[split:], False) + [root(hashes[:split])]


def moment(milliseconds):
    time = datetime.datetime(1970, 1, 1) + datetime.timedelta(milliseconds=milliseconds)
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{milliseconds % 1000:03d}Z"


class Store:
    """A store whose ledger grows."""

    def __init__(self, draw):
        self.draw = draw
        self.id = draw.randbytes(16)
        self.now = 1_794_000_000_000 + draw.randrange(10 ** 9)
        self.entries = []
        self.people = [draw.randbytes(32) for _ in range(draw.randint(1, 3))]

    def copy(self):
        other = Store(self.draw)
        other.id, other.now, other.entries, other.people = self.id, self.now, [*self.entries], self.people
        return other

    def append(self, count=1):
        for _ in range(count):
            self.now += self.draw.randint(1, 10 ** 7)
            self.entries.append(self.linked({
                "sequence": len(self.entries) + 1, "time": self.now, "event": self.draw.choice(EVENTS),
                "subjectCommitment": self.draw.choice(self.people), "payloadCommitment": self.draw.randbytes(32),
                "actor": self.draw.choice(["person", "app", "operator"]),
                "channel": self.draw.choice(["", "app", "d\u00e9j\u00e0 \\ \"vu\""]),
                "reason": self.draw.choice(["", "T-1", "\t;,|'"])},
                self.entries[-1]["entryHash"] if self.entries else None))

    def linked(self, entry, previous):
        """An entry behind another one."""
        entry = {**entry, "previous": previous or sha256(fields("AdView consent ledger 1", self.id))}
        entry["entryHash"] = sha256(b"\x00", fields("AdView consent entry 1", *(
            entry[key] for key in ["sequence", "time", "event", "subjectCommitment", "payloadCommitment", "actor",
                                   "channel", "reason", "previous"])))
        return entry

    def line(self, entry):
        shown = {key: value.hex() if isinstance(value, bytes) else moment(value) if key == "time" else value
                 for key, value in entry.items()}
        return json.dumps({"store": self.id.hex(), "form": 1, **shown}, ensure_ascii=self.draw.random() < 0.5)

    def head(self, old, size):
        hashes = [entry["entryHash"] for entry in self.entries]
        return json.dumps({
            "store": self.id.hex(), "form": 1, "size": size, "root": root(hashes[:size]).hex(), "beforeSize": old,
            "beforeRoot": root(hashes[:old]).hex(),
            "extension": " ".join(step.hex() for step in extension(old, hashes[:size])),
            "ledgerSize": len(hashes), "time": moment(self.now + self.draw.randint(1, 1000))})

    def batch(self, old, size):
        return [self.line(entry) for entry in self.entries[old:size]] + [self.head(old, size)]

    def send(self, old):
        """All after so many entries, in batches."""
        batches = []
        while old < len(self.entries):
            size = min(old + self.draw.randint(1, 9), len(self.entries))
            batches.append(self.batch(old, size))
            old = size
        return batches


def tampered(kind, draw):
    """The batches of a store that somebody tampered with, and the first sequence that is not as it was."""
    store = Store(draw)
    store.append(draw.randint(8, 30))
    place = draw.randrange(1, len(store.entries) - 3)  # counted from 0: neither the first nor the last
    sent = store.send(0)

    def replaced(change):
        """What is kept of the store, where somebody changed lines on the way or in the tables."""
        kept = [entry for entry in store.entries]
        change(kept)
        by_sequence = {entry["sequence"]: store.line(entry) for entry in kept}
        out = []
        for batch in sent:
            lines = []
            for line in batch:
                number = json.loads(line).get("sequence")
                if number is None:
                    lines.append(line)
                elif number in by_sequence:
                    lines.append(by_sequence[number])
            out.append(lines)
        return out

    entry = store.entries[place]
    if kind in ("field edited", "hash mended", "hashes mended to the end"):
        key = draw.choice(["time", "event", "subjectCommitment", "payloadCommitment", "actor", "channel", "reason"])
        other = {"time": entry["time"] + 1000, "event": "given" if entry["event"] != "given" else "refused",
                 "subjectCommitment": draw.randbytes(32), "payloadCommitment": draw.randbytes(32),
                 "actor": "app" if entry["actor"] != "app" else "person", "channel": "web", "reason": "T-2"}
        def change(kept):
            kept[place] = {**entry, key: other[key]}
            if kind != "field edited":
                kept[place] = store.linked(kept[place], entry["previous"])
            if kind == "hashes mended to the end":
                for later in range(place + 1, len(kept)):
                    kept[later] = store.linked(kept[later], kept[later - 1]["entryHash"])
        # A chain that was mended to the end is sound; the first head behind it tells.
        return replaced(change), place + 1
    if kind == "entry taken out":
        return replaced(lambda kept: kept.pop(place)), place + 1
    if kind == "first entries taken out":
        def change(kept):
            del kept[:place]
        return replaced(change), 1
    if kind == "end cut off":
        def change(kept):
            del kept[place + 1:]
        return replaced(change), place + 2
    if kind == "entries exchanged":
        other = draw.choice([at for at in range(1, len(store.entries)) if at != place])
        def change(kept):
            one, two = kept[place], kept[other]
            kept[place] = {**two, "sequence": one["sequence"]}
            kept[other] = {**one, "sequence": two["sequence"]}
        return replaced(change), min(place, other) + 1
    if kind == "another history":
        # A backup took the place of the file, and went on otherwise; its cursor was refused.
        fork = store.copy()
        del fork.entries[place:]
        fork.append(draw.randint(len(store.entries) - place, 30))
        return sent + fork.send(0), place + 1
    if kind == "one entry in two forms":
        other = store.linked({**entry, "payloadCommitment": draw.randbytes(32)}, entry["previous"])
        return sent + [[store.line(other)]], place + 1
    if kind == "began in another store":
        whose, store.id = store.id, draw.randbytes(16)
        return store.send(0), 1
    if kind == "ledger went back":
        del store.entries[place:]
        store.now += 10 ** 8
        return sent + [store.batch(0, place)], place + 1
    assert kind == "head of nothing"
    head = {**json.loads(store.head(0, place)), "root": draw.randbytes(32).hex()}
    return sent + [[json.dumps(head)]], place


def fleet(count, seed):
    """The lines of so many stores in the order in which they arrive, and what of which store is to be found."""
    draw = random.Random(seed)
    streams, expected = [], {}
    kinds = list(KINDS)
    for number in range(count):
        if number % 20 == 7:
            kind = kinds[number // 20 % len(kinds)]
            batches, sequence = tampered(kind, draw)
            expected[json.loads(batches[0][0])["store"]] = (kind, sequence)
        else:
            store = Store(draw)
            batches, sent = [], 0
            for _ in range(draw.randint(1, 3)):
                store.append(draw.randint(1, 12))
                batches += store.send(sent)
                sent = len(store.entries)
                if draw.random() < 0.1:  # it started over
                    store.now += 1000
                    batches += store.send(0)
            for batch in [*batches]:
                if draw.random() < 0.2:
                    batches.insert(draw.randrange(len(batches) + 1), batch)
            if draw.random() < 0.2:
                draw.shuffle(batches)
        streams.append(batches)
    # One after the other, as they come, and stores between each other.
    turns = [(turn, number, at) for number, batches in enumerate(streams)
             for at, turn in enumerate(sorted(draw.random() for _ in batches))]
    lines = []
    for _, number, at in sorted(turns):
        batch = [*streams[number][at]]
        if draw.random() < 0.3:
            draw.shuffle(batch)
        lines += batch
    return lines, expected
