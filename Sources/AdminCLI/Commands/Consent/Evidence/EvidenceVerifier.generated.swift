// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Written by scripts/embed-verifier from scripts/verify-evidence: change that, then run it again.

/// The program that checks a folder of evidence without this one.
enum EvidenceVerifier {
  static let text = #"""
#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a folder of consent evidence by the published format alone, with nothing but Python.

    python3 verify.py [FOLDER] [--key NAME+ID+KEY] [--device-key PUBLIC.pem]

Computes every receipt again: content and salts to commitments, these to the entry, the entry by its path
to the head, and where the person's key was replaced, the entries that tie it to the present one. Heads of one
size must have one root. openssl checks what a device signed; with --device-key, every record must be covered by
that key, and with --key, signed heads must be that key's. Prints a line for each thing that was checked; ends
with 1 where anything is wrong.
"""

from base64 import b64decode
from hashlib import sha256
from json import loads
from pathlib import Path
from shutil import which
from struct import pack
from subprocess import run
from sys import argv, exit
from tempfile import TemporaryDirectory

faults = []


def say(name, wrong, good="good"):
    print(f"{name}: {wrong or good}")
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


def goes_on(path, old, old_root, size, root):
    """Whether a tree goes on from an earlier one (RFC 9162, section 2.1.4.2)."""
    if not 0 < old < size: return 0 < old == size and not path and old_root == root
    path = ([] if old & (old - 1) else [old_root]) + path
    if not path: return False
    place, last, earlier, later = old - 1, size - 1, path[0], path[0]
    while place & 1: place, last = place >> 1, last >> 1
    for sibling in path[1:]:
        if last == 0: return False
        if place & 1 or place == last:
            earlier, later = (sha256(b"\1" + sibling + node).digest() for node in (earlier, later))
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            later = sha256(b"\1" + later + sibling).digest()
        place, last = place >> 1, last >> 1
    return last == 0 and (earlier, later) == (old_root, root)


def entry_hash(sequence, entry):
    return digest(
        "consent entry 1", sequence, entry["time_ms"], entry["event"],
        bytes.fromhex(entry["subject_commitment"]), bytes.fromhex(entry["payload_commitment"]),
        entry["actor"], entry["channel"], entry["reason"], bytes.fromhex(entry["previous"]), leaf=b"\0")


def is_in(head, sequence, known, steps):
    path = [bytes.fromhex(step) for step in steps]
    return leads(known, path, sequence - 1, head["size"], bytes.fromhex(head["root"]))


def is_proven(entry, head):
    own = entry_hash(entry["sequence"], entry)
    return is_in(head, entry["sequence"], own, entry["inclusion_path"])


def payload(content, salt=""):
    return digest("consent payload 1", bytes.fromhex(salt), content).hex()


def is_closed(place, closing):
    """Whether a key was replaced where the closing entry says that some were."""
    end, event, said = closing["sequence"], closing["event"], loads(closing["content"])
    if payload(closing["content"]) != closing["payload_commitment"]: return False
    if event == "keyed": return said["before"] != said["after"] and 0 < end - place <= said["people"]
    return event == "restored" and 0 < place - end <= said["carried"]


def key_faults(change, receipt, heads):
    """What is wrong with the entries that tie an entry to the person's present key."""
    earlier, entry = (receipt["ledger_proof"][name] for name in ("head", "entry"))
    head, rekeyed, closing = (change[name] for name in ("head", "rekeyed", "closing"))
    path = [bytes.fromhex(step) for step in change["extension_path"]]
    roots = [bytes.fromhex(each["root"]) for each in (earlier, head)]
    if head["store"] != earlier["store"] or not goes_on(path, earlier["size"], roots[0], head["size"], roots[1]):
        yield "the key was replaced in a ledger that does not go on from the head"
    if heads.get(head["store"] + str(head["size"]), head["root"]) != head["root"]:
        yield "another head of the size at which the key was replaced is here: there were two ledgers"
    if rekeyed["event"] != "rekeyed" or not is_proven(rekeyed, head): yield "no entry replaces the key"
    if not is_closed(rekeyed["sequence"], closing) or not is_proven(closing, head):
        yield "the replacement of keys is not closed"
    key = digest("consent subject 1", bytes.fromhex(change["subject_salt"]), receipt["pii_principal_id"])
    if (rekeyed["subject_commitment"], rekeyed["payload_commitment"]) != (entry["subject_commitment"], key.hex()):
        yield "it is of somebody else"


def openssl(files, *command):
    """Whether openssl says so of files of these names."""
    if not which("openssl"): raise ValueError("openssl is missing, which checks signatures")
    with TemporaryDirectory() as folder:
        for name, held in files.items(): Path(folder, name).write_bytes(held)
        return run(["openssl", *command], cwd=folder, capture_output=True).returncode == 0


def check_signature(proof, device):
    """What is wrong with what a device signed, and in words what is good."""
    point, head, sequence = proof["device_signature"], proof["head"], proof["sequence"]
    if point is None: return device and "no device signed it", "good"
    enrolled, known = point["enrolled"], bytes.fromhex(point["entry_hash"])
    if not (enrolled["event"] == "enrolled" and payload(enrolled["content"]) == enrolled["payload_commitment"]
            and is_proven(enrolled, head) and enrolled["sequence"] <= point["since"] <= point["sequence"]
            and is_in(head, point["sequence"], known, point["inclusion_path"])):
        return "what a device signed is not in its ledger", ""
    key, text = b64decode(loads(enrolled["content"])["key"]), b"".join(map(field, (
        "AdView device signature 1", bytes.fromhex(head["store"]), point["sequence"], known, point["since"])))
    files = {"key": key, "text": text, "signature": bytes.fromhex(point["signature"])}
    if not openssl(files, "dgst", "-sha256", "-keyform", "DER", "-verify", "key", "-signature", "signature", "text"):
        return "the device did not sign it", ""
    if device and key != device: return "another device's key signed it", ""
    by = f" by the device whose key has the SHA-256 {sha256(key).hexdigest()}"
    if sequence > point["sequence"]: return device and "the device signed only what is before it", "good"
    return "", ("good, appended" if sequence >= point["since"] else "good, in a head that was signed") + by


def check_receipt(receipt, heads):
    proof = receipt["ledger_proof"]
    entry, head, wrong = proof["entry"], proof["head"], []
    content = entry["content"]
    if payload(content, entry["payload_salt"]) != entry["payload_commitment"]:
        wrong.append("the content is another one")
    if entry["subject_salt"] is proof["key_change"] is None: wrong.append("nothing ties it to the person")
    if entry["subject_salt"] is not None:
        salt = bytes.fromhex(entry["subject_salt"])
        if digest("consent subject 1", salt, receipt["pii_principal_id"]).hex() != entry["subject_commitment"]:
            wrong.append("it is of somebody else")
    if proof["key_change"] is not None: wrong += key_faults(proof["key_change"], receipt, heads)
    own = entry_hash(proof["sequence"], entry)
    if own.hex() != proof["entry_hash"]: wrong.append("the entry is another one")
    if not is_in(head, proof["sequence"], own, proof["inclusion_path"]):
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


def check_records(records, receipts):
    """What records tell otherwise than the receipts of their answers."""
    wrong, parts = [], ("schema_version", "pii_principal_id", "pii_processing", "party_identification")
    known = {each["ledger_proof"]["entry_hash"]: each for each in receipts}
    for record in records:
        for event in record["event"]:
            receipt = known.get(event["entry_hash"], {"event": [{}], "record_id": None, "ledger_proof": {"sequence": 0}})
            told = {**receipt["event"][0], "record_id": receipt["record_id"], "entry_hash": event["entry_hash"],
                    "sequence": receipt["ledger_proof"]["sequence"]}
            if told != event: wrong.append(f"entry {event['sequence']} is told otherwise")
        if not any(each["record_id"] == record["record_id"] and all(each[part] == record[part] for part in parts)
                   for each in receipts):
            wrong.append(f"record {record['record_id']} is not as its receipt says")
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
        files = {"key": bytes.fromhex("302a300506032b6570032100") + public, "text": body.encode(), "signature": raw[4:]}
        return openssl(files, "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", "key", "-rawin",
                       "-in", "text", "-sigfile", "signature")
    return False


def main(arguments):
    key, device = (arguments[arguments.index(each) + 1] if each in arguments[:-1] else None
                   for each in ("--key", "--device-key"))
    names = [each for each in arguments if each not in ("--key", key, "--device-key", device)]
    device = device and b64decode("".join(Path(device).read_text().split("-----")[2].split()))
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
    receipts = []
    for file in sorted(folder.glob("receipt-*.json")):
        try:
            receipts.append(loads(file.read_text()))
            wrong, good = check_signature(receipts[-1]["ledger_proof"], device)
            say(file.name, "; ".join(filter(None, (check_receipt(receipts[-1], heads), wrong))), good)
        except (KeyError, TypeError, ValueError) as error:
            say(file.name, f"it is no receipt: {error!r}")
    try:
        say("record.json", check_records(loads((folder / "record.json").read_text()), receipts))
    except (KeyError, TypeError, ValueError, OSError) as error:
        say("record.json", f"it holds no records: {error!r}")
    print("something is wrong" if faults else "nothing is wrong")
    return 1 if faults else 0


exit(main(argv[1:]))

"""#
}
