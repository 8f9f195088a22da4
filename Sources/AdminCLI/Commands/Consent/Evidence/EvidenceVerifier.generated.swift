// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by scripts/embed-verifier from scripts/verify-evidence: change that, then run it again.

/// The program that checks a folder of evidence without this one.
enum EvidenceVerifier {
  static let text = #"""
#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a folder of consent evidence by the published format alone, with nothing but Python.

    python3 verify.py [FOLDER] [--key NAME+ID+KEY]

Computes every receipt again: content and salts to commitments, these to the entry, the entry by its path
to the head. Heads of one size must have one root. With --key, signed heads must be that key's (openssl
checks it). Prints a line for each thing that was checked; ends with 1 where anything is wrong.
"""

from base64 import b64decode
from hashlib import sha256
from json import loads
from pathlib import Path
from struct import pack
from subprocess import run
from sys import argv, exit
from tempfile import TemporaryDirectory

faults = []


def say(name, wrong):
    print(f"{name}: {wrong or 'good'}")
    if wrong: faults.append(name)


def field(value):
    value = pack(">q", value) if isinstance(value, int) else value
    value = value.encode() if isinstance(value, str) else value
    return pack(">I", len(value)) + value


def digest(domain, *fields, leaf=b""):
    return sha256(leaf + field("AdView " + domain) + b"".join(map(field, fields))).digest()


def leads(node, path, index, size, root):
    """Whether a path leads from a leaf to a root (RFC 9162, section 2.1.3.2)."""
    last = size - 1
    if not 0 <= index < size: return False
    for sibling in path:
        if last == 0: return False
        if index & 1 or index == last:
            node = sha256(b"\1" + sibling + node).digest()
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = sha256(b"\1" + node + sibling).digest()
        index, last = index >> 1, last >> 1
    return last == 0 and node == root


def entry_hash(sequence, entry):
    return digest(
        "consent entry 1", sequence, entry["time_ms"], entry["event"],
        bytes.fromhex(entry["subject_commitment"]), bytes.fromhex(entry["payload_commitment"]),
        entry["actor"], entry["channel"], entry["reason"], bytes.fromhex(entry["previous"]), leaf=b"\0")


def check_receipt(receipt, heads):
    proof = receipt["ledger_proof"]
    entry, head, wrong = proof["entry"], proof["head"], []
    content = entry["content"]
    payload = digest("consent payload 1", bytes.fromhex(entry["payload_salt"]), content)
    if payload.hex() != entry["payload_commitment"]: wrong.append("the content is another one")
    if entry["subject_salt"] is not None:
        salt = bytes.fromhex(entry["subject_salt"])
        if digest("consent subject 1", salt, receipt["pii_principal_id"]).hex() != entry["subject_commitment"]:
            wrong.append("it is of somebody else")
    own = entry_hash(proof["sequence"], entry)
    if own.hex() != proof["entry_hash"]: wrong.append("the entry is another one")
    path = [bytes.fromhex(step) for step in proof["inclusion_path"]]
    if not leads(own, path, proof["sequence"] - 1, head["size"], bytes.fromhex(head["root"])):
        wrong.append("the path does not lead to the head")
    said = loads(content)
    told = {(item["purpose"], item["lawful_basis"]): item["state"]
            for item in receipt["pii_processing"]["purposes"]}
    for basis, name in (("consent", "consent"), ("legitimateInterest", "legitimate_interest")):
        for state, ids in said["choices"]["purposes"][basis].items():
            wrong += [f"purpose {each} is told otherwise" for each in ids
                      if told.get((each, name)) != state]
    if receipt["event"][0]["event_time"] != said["updatedAt"]: wrong.append("the time is told otherwise")
    if head["store"] + str(head["size"]) not in heads:
        wrong.append("no head of its size is here")
    elif heads[head["store"] + str(head["size"])] != head["root"]:
        wrong.append("another head of its size is here: there were two ledgers")
    return "; ".join(wrong)


def note_head(text):
    """The head that a signed note is of, its text and its signatures."""
    body, _, signatures = text.rpartition("\n\n")
    origin, size, root, time, *_ = body.split("\n")
    return {"store": origin.rpartition("/")[2], "size": int(size), "time": time[5:],
            "root": b64decode(root).hex()}, body + "\n", signatures.splitlines()


def is_signed(body, signatures, key):
    name, identity, public = key.split("+", 2)
    public = b64decode(public)[1:]
    for line in signatures:
        parts = line.split(" ")
        raw = b64decode(parts[2])
        if parts[1] != name or raw[:4].hex() != identity: continue
        with TemporaryDirectory() as folder:
            files = [Path(folder, each) for each in ("key", "signature", "text")]
            header = bytes.fromhex("302a300506032b6570032100")
            for file, held in zip(files, (header + public, raw[4:], body.encode())): file.write_bytes(held)
            return run(
                ["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", files[0], "-rawin",
                 "-in", files[2], "-sigfile", files[1]], capture_output=True).returncode == 0
    return False


def main(arguments):
    key = arguments[arguments.index("--key") + 1] if "--key" in arguments[:-1] else None
    names = [each for each in arguments if each not in ("--key", key)]
    folder = Path(names[0] if names else Path(__file__).parent)
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        known, name = line.split("  ", 1)
        held = (folder / name).read_bytes() if (folder / name).is_file() else None
        if held is None or sha256(held).hexdigest() != known:
            say(name, "it is gone" if held is None else "it is not as it was written")
    heads = {}
    for file in sorted(each for each in folder.glob("*head*") if each.suffix in (".note", ".ndjson")):
        if file.suffix == ".note":
            head, body, signatures = note_head(file.read_text())
            say(file.name, key and not is_signed(body, signatures, key) and "the key did not sign it")
            found = [head]
        else:
            found = [loads(line) for line in file.read_text().splitlines()]
        for head in found:
            if heads.setdefault(head["store"] + str(head["size"]), head["root"]) != head["root"]:
                say(file.name, "another head of its size is here: there were two ledgers")
    for file in sorted(folder.glob("receipt-*.json")):
        try:
            say(file.name, check_receipt(loads(file.read_text()), heads))
        except (KeyError, TypeError, ValueError) as error:
            say(file.name, f"it is no receipt: {error!r}")
    print("something is wrong" if faults else "nothing is wrong")
    return 1 if faults else 0


exit(main(argv[1:]))

"""#
}
