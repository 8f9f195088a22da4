# SPDX-License-Identifier: MIT
"""The page of a receipt, which computes itself again."""

import hashlib
import json

from world import case, same

FREE = {"receipt_id", "party_identification.0.party_contact", "party_identification.0.party_type",
        "ledger_proof.head.time", "ledger_proof.head.store", "ledger_proof.head.size",
        *(f"pii_processing.{name}" for name in (
            "withdrawal_method", "pii_information", "processing_method", "storage_locations",
            "processing_locations", "geographic_restrictions", "privacy_rights", "codes_of_conduct",
            "impact_assessment", "authority_party"))}

CHECK = """const [name, kept] = %s; const receipt = JSON.parse(document.getElementById('receipt').defaultValue);
let holder = receipt; const way = name.split('.'); const last = way.pop();
for (const step of way) { holder = holder[step]; }
holder[last] = %s;
try { return check(JSON.stringify(receipt), kept).found.filter(([, , good]) => good === false)
  .map(([part, words]) => part + ' ' + words); } catch (error) { return ['no receipt: ' + error.message]; }"""


def leaves(value, way=()):
    if isinstance(value, dict):
        return [leaf for key, each in value.items() for leaf in leaves(each, (*way, key))]
    if isinstance(value, list):
        return [leaf for place, each in enumerate(value) for leaf in leaves(each, (*way, str(place)))]
    return [(".".join(way), value)]


def other(value):
    if isinstance(value, str) and len(value) == 64:
        return value[::-1]
    if isinstance(value, str):
        return "2019" + value[4:] if value.startswith("20") else "x" + value
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else "something"


def changed(page, name, value, kept=""):
    return page.run(CHECK % (json.dumps([name, kept]), json.dumps(value)))


@case
def a_receipt_computes_itself_again(world):
    page = world.bare("receipt.html", size=(900, 1400))
    head = (world.folder / "head.ndjson").read_text()
    verdict = "return document.getElementById('verdict').textContent"
    put = "{ const box = document.getElementById(%s); box.value = %s; box.dispatchEvent(new Event('input')); }"
    same(page.run(verdict), "Nothing is altered in itself; no head that was kept elsewhere was given.")
    page.screenshot(world.folder / f"receipt-{world.engine.name}.png")
    page.run(put % ("'head'", json.dumps(head)))
    same(page.run(verdict), "Nothing is altered, and the head was kept elsewhere.")
    kept = json.loads(head)
    forked = json.dumps({**kept, "root": kept["root"][::-1]})
    page.run(put % ("'head'", json.dumps(forked)))
    same(page.run(verdict), "Something is not as the ledger had it.", "another root")
    shown = page.run("return document.getElementById('findings').textContent")
    same(all(f"{kept['size']} {root}" in shown for root in (kept["root"], kept["root"][::-1])), True,
         "both heads of a split view are shown")
    page.screenshot(world.folder / f"receipt-split-{world.engine.name}.png")
    page.run(put % ("'head'", json.dumps(json.dumps({**kept, "size": kept["size"] + 1}))))
    same(page.run(verdict), "Something is not as the ledger had it.", "another size")
    page.run(put % ("'head'", "''") + put % ("'receipt'", "'[]'"))
    same(page.run(verdict).startswith("This is no receipt that can be computed: "), True, "no receipt")


@case
def whatever_is_changed_in_a_receipt_is_named(world):
    page = world.bare("receipt.html")
    receipt = json.loads(page.run("return document.getElementById('receipt').value"))
    tried = 0
    for name, value in leaves(receipt):
        found = changed(page, name, other(value))
        same(found == [], name in FREE, f"{name}: {found}")
        tried += 1
    same(tried > 100, True, f"{tried} members")
    same(changed(page, "pii_processing.purposes.0.state", "disabled"),
         ["Members say otherwise: pii_processing.purposes"])
    same(changed(page, "pii_principal_id", "somebody"), ["Person not the one whose key it names"])
    path = receipt["ledger_proof"]["inclusion_path"]
    same(changed(page, "ledger_proof.inclusion_path", path[1:]),
         ["Path does not lead from the entry to the head"])
    # Each bit of the entry's hash, which everything hangs on.
    for bit in range(256):
        flipped = f"{int(path[0], 16) ^ 1 << bit:064x}"
        same(changed(page, "ledger_proof.inclusion_path.0", flipped),
             ["Path does not lead from the entry to the head"], f"bit {bit}")


@case
def a_key_that_was_replaced_and_a_signature_are_computed(world):
    if not (world.folder / "replaced.html").exists():
        return world.note("no openssl: no signatures to compute")
    page = world.bare("replaced.html", size=(393, 1700))
    page.screenshot(world.folder / f"replaced-{world.engine.name}.png")
    receipt = json.loads(page.run("return document.getElementById('receipt').value"))
    other_receipt = json.loads((world.folder / "other.json").read_text())
    proof, others = receipt["ledger_proof"], other_receipt["ledger_proof"]
    shown = page.run("return document.getElementById('findings').textContent")
    same("entry 9 replaced the person's key, as entry 14 says" in shown, True, shown)
    same("in a head that was signed by the device whose key has the SHA-256" in shown, True, shown)
    free = {"ledger_proof.key_change.head.time"}
    tried = 0
    for name, value in leaves(receipt):
        if name.startswith(("ledger_proof.key_change.", "ledger_proof.device_signature.")):
            found = changed(page, name, other(value))
            same(found == [], name in free, f"{name}: {found}")
            tried += 1
    same(tried > 50, True, f"{tried} members")
    change, point = proof["key_change"], proof["device_signature"]
    for name, value, part in [
            ("ledger_proof.key_change", others["key_change"], "person"),
            ("pii_principal_id", other_receipt["pii_principal_id"], "person"),
            ("ledger_proof.key_change.rekeyed", others["key_change"]["rekeyed"], "person"),
            ("ledger_proof.key_change.rekeyed", change["closing"], "rekeyed"),
            ("ledger_proof.key_change.closing", {**point["enrolled"], "content": change["closing"]["content"]},
             "closing"),
            ("ledger_proof.key_change.extension_path", [], "head")]:
        found = changed(page, name, value)
        same(any(line.startswith("Key ") and part in line for line in found), True, f"{name}: {found}")
    same(changed(page, "ledger_proof.key_change", None), ["Person not the one whose key it names"])
    same(changed(page, "ledger_proof.device_signature", None), [])
    # Signatures that no key ever makes.
    for forged in ("3006020100020100", "3006020101020100", "300602010102017f", point["signature"][:-2], ""):
        same(changed(page, "ledger_proof.device_signature.signature", forged),
             ["Signed what it tells is no signature of its ledger"], forged)
    forked = json.dumps({**change["head"], "root": change["head"]["root"][::-1]})
    found = changed(page, "receipt_id", "x", json.dumps(proof["head"]) + "\n" + forked)
    same(len(found) == 1 and "at the size at which the key was replaced" in found[0], True, found)


@case
def a_receipt_hashes_and_counts_as_everybody_does(world):
    page = world.bare("receipt.html")
    for length in [*range(0, 130), 1000, 100_003]:
        data = bytes(number * 7 % 256 for number in range(length))
        found = page.run("return hex(sha256(Uint8Array.from({length: %d}, (_, n) => n * 7 %% 256)))" % length)
        same(found, hashlib.sha256(data).hexdigest(), f"{length} bytes")
    for start, end, words in json.loads((world.folder / "durations.json").read_text()):
        same(page.run("return duration(%s, %s)" % (json.dumps(start), json.dumps(end))), words, f"{start} {end}")
