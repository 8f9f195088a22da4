// SPDX-License-Identifier: MIT

/// The script of a receipt's page, in its parts. The names of domains are those of `LedgerFormat`.
enum ReceiptPageScript {
  /// SHA-256 (FIPS 180-4), the canonical bytes and the path of a Merkle tree.
  static let hashing = #"""
    const K = [], START = [];
    for (let n = 2; K.length < 64; n++) {
      let isPrime = true;
      for (let d = 2; d * d <= n; d++) { if (n % d === 0) { isPrime = false; } }
      if (!isPrime) { continue; }
      const part = (x) => Math.floor((x - Math.floor(x)) * 4294967296);
      if (START.length < 8) { START.push(part(Math.sqrt(n))); }
      K.push(part(Math.cbrt(n)));
    }
    function sha256(bytes) {
      const length = Math.ceil((bytes.length + 9) / 64) * 64;
      const data = new Uint8Array(length), view = new DataView(data.buffer);
      data.set(bytes);
      data[bytes.length] = 128;
      view.setUint32(length - 8, Math.floor(bytes.length / 536870912));
      view.setUint32(length - 4, (bytes.length * 8) % 4294967296);
      const state = START.slice(), w = new Uint32Array(64);
      const turn = (x, n) => (x >>> n) | (x << (32 - n));
      for (let at = 0; at < length; at += 64) {
        for (let i = 0; i < 64; i++) {
          if (i < 16) { w[i] = view.getUint32(at + 4 * i); continue; }
          const a = w[i - 15], b = w[i - 2];
          w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7]
            + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
        }
        let [a, b, c, d, e, f, g, h] = state;
        for (let i = 0; i < 64; i++) {
          const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
          const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
          h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
        }
        [a, b, c, d, e, f, g, h].forEach((x, i) => { state[i] = (state[i] + x) | 0; });
      }
      const digest = new Uint8Array(32), out = new DataView(digest.buffer);
      state.forEach((x, i) => out.setInt32(4 * i, x));
      return digest;
    }
    function join(parts) {
      const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) { all.set(part, at); at += part.length; }
      return all;
    }
    const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    function bytes(text) {
      if (typeof text !== "string" || !/^([0-9a-f]{2})*$/.test(text)) { throw Error("expected hexadecimal digits"); }
      return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
    }
    function field(value, kind) {
      let held;
      if (kind === "number") {
        if (!Number.isSafeInteger(value) || value < 0) { throw Error("expected a whole number"); }
        held = new Uint8Array(8);
        new DataView(held.buffer).setUint32(0, Math.floor(value / 4294967296));
        new DataView(held.buffer).setUint32(4, value % 4294967296);
      } else if (kind === "hash") {
        held = bytes(value);
      } else {
        if (typeof value !== "string") { throw Error("expected a text"); }
        held = new TextEncoder().encode(value);
      }
      const count = new Uint8Array(4);
      new DataView(count.buffer).setUint32(0, held.length);
      return join([count, held]);
    }
    const pair = (left, right) => sha256(join([[1], left, right]));
    const half = (x) => Math.floor(x / 2);
    function leads(leaf, path, index, size, root) {
      let node = leaf, last = size - 1;
      if (!(index >= 0 && index < size)) { return false; }
      for (const step of path) {
        if (last <= 0) { return false; }
        const sibling = bytes(step);
        if (index % 2 === 1 || index === last) {
          node = pair(sibling, node);
          while (index % 2 === 0 && index > 0) { index = half(index); last = half(last); }
        } else {
          node = pair(node, sibling);
        }
        index = half(index);
        last = half(last);
      }
      return last === 0 && hex(node) === root;
    }
    function goesOn(path, old, oldRoot, size, root) {
      if (!(old > 0 && old < size)) { return old > 0 && old === size && path.length === 0 && oldRoot === root; }
      const steps = path.map(bytes);
      let odd = old;
      while (odd % 2 === 0) { odd = half(odd); }
      if (odd === 1) { steps.unshift(bytes(oldRoot)); }
      if (steps.length === 0) { return false; }
      let place = old - 1, last = size - 1, earlier = steps[0], later = steps[0];
      while (place % 2 === 1) { place = half(place); last = half(last); }
      for (const sibling of steps.slice(1)) {
        if (last <= 0) { return false; }
        if (place % 2 === 1 || place === last) {
          earlier = pair(sibling, earlier);
          later = pair(sibling, later);
          while (place % 2 === 0 && place > 0) { place = half(place); last = half(last); }
        } else {
          later = pair(later, sibling);
        }
        place = half(place);
        last = half(last);
      }
      return last === 0 && hex(earlier) === oldRoot && hex(later) === root;
    }
    """#

  /// Whether a signature of ECDSA over P-256 (FIPS 186-5) with SHA-256 is a key's; also in pages of a file,
  /// where engines have no WebCrypto.
  static let signing = #"""
    const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
    const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
    const BASE = [0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
      0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n];
    const mod = (x, m) => ((x % m) + m) % m;
    const whole = (bytes) => BigInt("0x" + (hex(bytes) || "0"));
    function inverse(x, m) {
      let a = mod(x, m), b = m, u = 1n, v = 0n;
      while (a > 1n) { const q = b / a; [a, b, u, v] = [b - q * a, a, v - q * u, u]; }
      return mod(u, m);
    }
    function add(one, two) {
      if (one === null || two === null) { return one === null ? two : one; }
      const [x, y] = one, [u, v] = two;
      if (x === u && mod(y + v, P) === 0n) { return null; }
      const slope = x === u ? (3n * x * x - 3n) * inverse(2n * y, P) : (v - y) * inverse(u - x, P);
      const w = mod(slope * slope - x - u, P);
      return [w, mod(slope * (x - w) - y, P)];
    }
    function times(count, point) {
      let sum = null;
      for (; count > 0n; count >>= 1n) {
        if (count & 1n) { sum = add(sum, point); }
        point = add(point, point);
      }
      return sum;
    }
    function parts(der) {
      const found = [];
      let at = 2;
      for (let part = 0; part < 2; part++) {
        const end = at + 2 + der[at + 1], held = der.slice(at + 2, end);
        const isWhole = der[at] === 2 && end <= der.length && held.length > 0 && held[0] < 128;
        if (!isWhole || (held.length > 1 && held[0] === 0 && held[1] < 128)) { return null; }
        found.push(whole(held));
        at = end;
      }
      return der[0] === 48 && der[1] === der.length - 2 && at === der.length ? found : null;
    }
    function isSigned(message, signature, key) {
      const header = "3059301306072a8648ce3d020106082a8648ce3d03010703420004";
      if (key.length !== 91 || !hex(key).startsWith(header)) { return false; }
      const x = whole(key.slice(27, 59)), y = whole(key.slice(59)), found = parts(signature);
      if (x >= P || y >= P || mod(y * y - x * x * x + 3n * x - B, P) !== 0n || !found) { return false; }
      const [r, s] = found;
      if (r < 1n || r >= N || s < 1n || s >= N) { return false; }
      const w = inverse(s, N), z = whole(sha256(message));
      const point = add(times(mod(z * w, N), BASE), times(mod(r * w, N), [x, y]));
      return point !== null && mod(point[0], N) === r;
    }
    """#

  /// The receipt once more from its content, and what differs.
  static let checking = #"""
    const BASES = [["consent", "consent"], ["legitimateInterest", "legitimate_interest"]];
    const STATES = ["enabled", "disabled", "notAsked"];
    const or = (...values) => { const found = values.find((x) => x !== undefined && x !== null); return found === undefined ? null : found; };
    function answers(choices, key) {
      const list = [];
      for (const [basis, name] of BASES) {
        for (const state of STATES) {
          for (const id of choices[basis][state]) {
            const tcf = typeof id === "string" && !/^[0-9]+$/.test(id) ? TCF[id] : Number(id);
            const item = { [key]: id };
            if (key === "purpose") { item.tcf_purpose = tcf >= 1 && tcf <= 11 ? tcf : null; }
            list.push(Object.assign(item, { lawful_basis: name, state: state }));
          }
        }
      }
      return list;
    }
    function duration(start, end) {
      const from = new Date(start), all = Math.max(0, Date.parse(end) - from);
      const after = (months) => {
        const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
        return Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, Math.min(from.getUTCDate(), day))
          + Date.parse(start) % 86400000;
      };
      for (let months = 1; months <= 1200; months++) {
        if (after(months) > Date.parse(end)) { break; }
        if (after(months) === Date.parse(end)) { return "P" + months + "M"; }
      }
      if (all > 0 && all % 86400000 === 0) { return "P" + all / 86400000 + "D"; }
      return "PT" + Math.floor(all / 1000) + "S";
    }
    function uuid(hash) {
      const b = bytes(hash).slice(0, 16);
      b[6] = (b[6] & 15) | 128;
      b[8] = (b[8] & 63) | 128;
      return hex(b).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    }
    // What whoever is responsible says, and no answer does.
    const TERMS = ["pii_information", "processing_method", "storage_locations", "processing_locations",
      "geographic_restrictions", "withdrawal_method", "privacy_rights", "codes_of_conduct", "impact_assessment",
      "authority_party"];
    function again(receipt, said, hash) {
      const notice = said.collection.notice || {}, party = receipt.party_identification[0];
      const terms = {};
      TERMS.forEach((name) => {
        const told = receipt.pii_processing[name];
        if (told !== null && typeof told !== "string") { throw Error("expected a text as " + name); }
        terms[name] = told;
      });
      const lists = BASES.map(([basis]) => [said.choices.purposes[basis], said.choices.vendors[basis]]).flat();
      return {
        schema_version: "ISO/IEC TS 27560:2023", record_id: uuid(hash), receipt_id: receipt.receipt_id,
        pii_principal_id: receipt.pii_principal_id,
        pii_processing: Object.assign({
          privacy_notice: { id: or(notice.id), version: or(notice.version), sha256: or(notice.contentHash) },
          language: or(notice.language, said.projection && said.projection.language),
          purposes: answers(said.choices.purposes, "purpose"),
          recipient_third_parties: answers(said.choices.vendors, "vendor"),
          pii_controllers: party.party_name === null ? null : [party.party_name],
          collection_method: or(said.collection.action, said.didomiAction, said.projection
            && "consent management platform " + said.projection.cmpId + " of the IAB TCF"),
          jurisdiction: or(said.country, said.regulation),
          retention_period: "until " + said.expiresAt + " (" + said.expiryRule + ")",
        }, terms),
        party_identification: [{
          party_name: party.party_name, party_role: "pii_controller", party_contact: party.party_contact,
          party_type: party.party_type,
        }],
        event: [{
          event_time: said.updatedAt,
          event_type: lists.some((list) => list.enabled.length > 0) ? "explicit" : "refusal",
          event_state: receipt.ledger_proof.entry.event,
          validity_duration: duration(said.updatedAt, said.expiresAt),
          entity_id: or(said.collection.sourceDomain),
        }],
      };
    }
    function differences(told, computed, way) {
      if (JSON.stringify(told) === JSON.stringify(computed)) { return []; }
      const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
      if (!isObject(told) || !isObject(computed)) { return [way]; }
      const keys = Object.keys(told).concat(Object.keys(computed).filter((key) => !(key in told)));
      return keys.flatMap((key) => differences(told[key], computed[key], way ? way + "." + key : key));
    }
    function heads(text) {
      const note = /^(.*)\/([^\n\/]+)\n([0-9]+)\n([A-Za-z0-9+\/]{43}=)\n/.exec(text);
      if (note) {
        const root = Uint8Array.from(atob(note[4]), (letter) => letter.charCodeAt(0));
        return [{ store: note[2], size: Number(note[3]), root: hex(root) }];
      }
      if (text.trim().startsWith("{\n")) { return [JSON.parse(text)]; }
      return text.split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
    }
    function entryHash(sequence, entry) {
      const fields = Object.keys(ENTRY).map((name) => field(entry[name], ENTRY[name]));
      return sha256(join([[0], field("AdView consent entry 1"), field(sequence, "number"), ...fields]));
    }
    const payload = (content, salt) => hex(sha256(join([
      field("AdView consent payload 1"), field(salt, "hash"), field(content)])));
    const subject = (key, salt) => hex(sha256(join([
      field("AdView consent subject 1"), field(salt, "hash"), field(key)])));
    const isProven = (entry, head) =>
      leads(entryHash(entry.sequence, entry), entry.inclusion_path, entry.sequence - 1, head.size, head.root);
    function isClosed(place, closing) {
      if (payload(closing.content, "") !== closing.payload_commitment) { return false; }
      const said = JSON.parse(closing.content), count = closing.event === "keyed" ? said.people : said.carried;
      if (!Number.isSafeInteger(count)) { return false; }
      return closing.event === "keyed"
        ? said.before !== said.after && place < closing.sequence && closing.sequence - place <= count
        : closing.event === "restored" && place > closing.sequence && place - closing.sequence <= count;
    }
    function keyFaults(change, proof, key) {
      const { head, rekeyed, closing } = change, wrong = [];
      if (head.store !== proof.head.store
        || !goesOn(change.extension_path, proof.head.size, proof.head.root, head.size, head.root)) { wrong.push("head"); }
      if (rekeyed.event !== "rekeyed" || !isProven(rekeyed, head)) { wrong.push("rekeyed"); }
      if (!isClosed(rekeyed.sequence, closing) || !isProven(closing, head)) { wrong.push("closing"); }
      if (rekeyed.subject_commitment !== proof.entry.subject_commitment
        || rekeyed.payload_commitment !== subject(key, change.subject_salt)) { wrong.push("person"); }
      return wrong;
    }
    function signed(proof) {
      const point = proof.device_signature, head = proof.head;
      if (point === null) { return ["Signed", "not by a device", ""]; }
      const enrolled = point.enrolled;
      const isThere = enrolled.event === "enrolled" && payload(enrolled.content, "") === enrolled.payload_commitment
        && isProven(enrolled, head) && enrolled.sequence <= point.since && point.since <= point.sequence
        && leads(bytes(point.entry_hash), point.inclusion_path, point.sequence - 1, head.size, head.root);
      const message = join([field("AdView device signature 1"), field(head.store, "hash"),
        field(point.sequence, "number"), field(point.entry_hash, "hash"), field(point.since, "number")]);
      const key = isThere ? Uint8Array.from(atob(JSON.parse(enrolled.content).key), (c) => c.charCodeAt(0)) : null;
      if (key === null || !isSigned(message, bytes(point.signature), key)) {
        return ["Signed", "what it tells is no signature of its ledger", false];
      }
      const by = " by the device whose key has the SHA-256 " + hex(sha256(key));
      if (proof.sequence > point.sequence) {
        return ["Signed", "only up to entry " + point.sequence + by + ", which is before this one", ""];
      }
      return ["Signed", (proof.sequence < point.since ? "in a head that was signed" : "appended") + by, true];
    }
    function check(text, kept) {
      const receipt = JSON.parse(text), proof = receipt.ledger_proof, entry = proof.entry, head = proof.head;
      if (!entry) { throw Error("its entry is not told, as after an erasure"); }
      const found = [];
      const find = (name, isGood, good, bad) => found.push([name, isGood ? good : bad, isGood === null ? "" : isGood]);
      find("Content", payload(entry.content, entry.payload_salt) === entry.payload_commitment,
        "is the one that the entry commits to", "is another one than the entry commits to");
      const change = proof.key_change, salt = entry.subject_salt;
      const wrong = change === null ? [] : keyFaults(change, proof, receipt.pii_principal_id);
      find("Person", (change !== null || salt !== null) && wrong.length === 0
        && (salt === null || subject(receipt.pii_principal_id, salt) === entry.subject_commitment),
        "the one whose key it names", "not the one whose key it names");
      if (change !== null) {
        find("Key", wrong.length === 0, "entry " + change.rekeyed.sequence + " replaced the person's key, as entry "
          + change.closing.sequence + " says", "its change does not hold: " + wrong.join(", "));
      }
      const hash = entryHash(proof.sequence, entry);
      find("Entry", hex(hash) === proof.entry_hash, "its hash follows from it", "its hash does not follow from it");
      find("Path", leads(hash, proof.inclusion_path, proof.sequence - 1, head.size, head.root),
        "leads from the entry to the head", "does not lead from the entry to the head");
      const said = JSON.parse(entry.content);
      const told = Object.assign({}, receipt);
      delete told.ledger_proof;
      const ways = differences(told, again(receipt, said, hex(hash)), "");
      if (proof.format !== "AdView consent ledger 1") { ways.push("ledger_proof.format"); }
      find("Members", ways.length === 0, "say what the content says", "say otherwise: " + ways.join(", "));
      found.push(signed(proof));
      const changed = heads(kept).filter((other) => change !== null && other.store === change.head.store
        && other.size === change.head.size && other.root !== change.head.root);
      if (changed.length > 0) {
        found.push(["Head", "another root at the size at which the key was replaced was kept: views were split. Both "
          + "heads are the proof: " + change.head.size + " " + change.head.root + " here, "
          + changed.map((other) => other.size + " " + other.root).join(", ") + " there", false]);
      }
      const alike = heads(kept).filter((other) => other.store === head.store && other.size === head.size);
      if (!kept.trim()) { found.push(["Head", "the receipt's own word: put in one that somebody else kept", ""]);
      } else if (alike.length === 0) { found.push(["Head", "none of this size is among those that were kept", false]);
      } else {
        find("Head", alike.every((other) => other.root === head.root), "was kept elsewhere",
          "another root at the same size was kept: views were split. Both heads are the proof: " + head.size + " "
            + head.root + " here, " + alike.map((other) => other.size + " " + other.root).join(", ") + " there");
      }
      return { found: found, said: said, receipt: receipt };
    }
    """#

  /// What people see of it.
  static let showing = #"""
    const at = (id) => document.getElementById(id);
    function row(cells, head) {
      const line = document.createElement("tr");
      cells.forEach((cell, place) => {
        const box = document.createElement(head && place === 0 ? "th" : "td");
        if (head && place === 0) { box.scope = "row"; }
        box.textContent = Array.isArray(cell) ? cell[0] : cell;
        if (Array.isArray(cell)) { box.className = cell[1]; }
        if (!head && box.textContent.split(" ").every((word) => word.length <= 24)) { box.className = "whole"; }
        line.append(box);
      });
      return line;
    }
    function show() {
      const verdict = at("verdict");
      ["findings", "said", "choices"].forEach((id) => at(id).replaceChildren());
      let result;
      try {
        result = check(at("receipt").value, at("head").value);
      } catch (error) {
        verdict.className = "bad";
        verdict.textContent = "This is no receipt that can be computed: " + error.message + ".";
        return;
      }
      const { found, said, receipt } = result, isSound = found.every(([, , good]) => good !== false);
      const isKept = found.some(([name, , good]) => name === "Head" && good === true);
      verdict.className = isSound ? (isKept ? "good" : "warning") : "bad";
      verdict.textContent = !isSound ? "Something is not as the ledger had it."
        : isKept ? "Nothing is altered, and the head was kept elsewhere."
          : "Nothing is altered in itself; no head that was kept elsewhere was given.";
      for (const [name, words, good] of found) {
        at("findings").append(row([name, [words, good === "" ? "" : good ? "good" : "bad"]], true));
      }
      const proof = receipt.ledger_proof, notice = said.collection.notice || {};
      const parts = [
        ["Person", receipt.pii_principal_id], ["Event", proof.entry.event], ["Law", said.regulation],
        ["Answered", said.updatedAt], ["Received", new Date(proof.entry.time_ms).toISOString()],
        ["Recorded by", [proof.entry.actor, proof.entry.channel, proof.entry.reason].filter(Boolean).join(", ")],
        ["Holds until", said.expiresAt + " (" + said.expiryRule + ")"],
        ["What was done", or(said.collection.action, said.didomiAction)],
        ["Notice", [notice.id, notice.version && "version " + notice.version, notice.language,
          notice.contentHash && "SHA-256 " + notice.contentHash].filter(Boolean).join(", ") || null],
        ["TC string", said.strings.tc], ["Additional Consent string", said.strings.additionalConsent],
        ["GPP string", said.strings.gpp], ["US Privacy string", said.strings.usPrivacy],
        ["Ledger", "entry " + proof.sequence + " of " + proof.head.size + " in store " + proof.head.store],
        ["Entry", proof.entry_hash], ["Root", proof.head.root],
      ];
      for (const [name, words] of parts) { if (words) { at("said").append(row([name, words], true)); } }
      const words = { enabled: "yes", disabled: "no", notAsked: "not answered" };
      for (const [basis, name] of BASES) {
        for (const state of STATES) {
          const purposes = said.choices.purposes[basis][state], vendors = said.choices.vendors[basis][state];
          if (purposes.length + vendors.length === 0) { continue; }
          at("choices").append(row([name.replace("_", " "), words[state], purposes.join(", "), vendors.join(", ")]));
        }
      }
    }
    at("head").addEventListener("input", show);
    at("receipt").addEventListener("input", show);
    show();
    """#
}
