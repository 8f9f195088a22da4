// SPDX-License-Identifier: MIT

/// The byte format of the ledger, complete: what a third party needs to check a record or the whole
/// ledger without this library.
///
/// **Canonical bytes.** A message to be hashed is a row of fields. Each field is preceded by its length
/// in four bytes, most significant first; the first field is the name of the domain in UTF-8, which
/// keeps a hash made for one purpose from being passed off as one made for another. Whole numbers are
/// eight bytes, most significant first, negative ones in two's complement; texts are UTF-8; hashes are
/// their 32 bytes. All hashes are SHA-256 (FIPS 180-4).
///
/// **Subject commitment.** The hash of the fields `AdView consent subject 1`, the subject's salt (32
/// random bytes, made once for a person), the subject key as it is stored. A stored key is the key
/// itself, or `hmac-sha256:` and 64 hexadecimal digits: HMAC (RFC 2104) of the key under a secret that
/// is not in the store. It stays the person's commitment when the key is replaced.
///
/// **Payload commitment.** The hash of the fields `AdView consent payload 1`, the record's salt (32
/// random bytes, made for each record), the record's content: the JSON text as it is stored, which is
/// what `ConsentStatement.json` wrote when the record was appended. It is kept byte for byte and never
/// written anew. An erasure has no content: its commitment is that of an empty salt and an empty
/// content, and so has `held`, from which on a person's records are kept from being erased, and
/// `released`, which ends it. Of `rekeyed`, which replaces a person's key, it is the subject commitment
/// of the new key as it is stored, with a new salt: who has both shows that the person's entries, whose
/// subject commitment is still that of the old key, belong to the new one.
///
/// **Entries of nobody** are `restored`, `sealed`, `keyed`, `accepted`, `ruled` and `enrolled`. Their payload
/// commitment is that of an empty salt and a JSON text, which holds nothing of people; their subject
/// commitment is the one of an erasure's content. `sealed` has the members `seals`, the number of the newest
/// seal of the history, and `hash`, that seal's: see `LoadSeal`; its time is the one of what was sealed.
/// `accepted` has `first` and `last`, entries before it whose times a wrong clock accounts for, or that
/// lack a signature. `enrolled` has `key`: see below.
/// `ruled` has `settings`, by which the gate decides from there on: an object with the text of each row
/// of `policy`, `limited-ads-since`, `applicable-law`, `when-silent` and `expiry` in the table `settings`, by
/// its name; one that has no row is at its default. The store's rows of these names are those of its newest
/// entry `ruled`, and where there is none there are no rows.
///
/// **Keys are replaced for all or for none.** Entries `rekeyed` stand right before one `keyed`, and there
/// is one for each person of whom a record was appended and not erased since. Its content has the
/// members `people`, how many they are, and `before` and `after`, the check values of the secret until
/// then, which is that of the `keyed` before (`null` where there is none), and of another one from
/// then on: HMAC (RFC 2104) of `AdView subject secret 1` under it. The first key that is hashed has one
/// before it, too, of 0 people. A person's key as it is stored is the one of their last `rekeyed`. Only
/// among what was carried over may `rekeyed` stand alone, of people of whom there was nothing before.
///
/// **Entry hash.** The leaf hash of ten fields: `AdView consent entry 1`; the sequence, from 1; the
/// time of appending in milliseconds since 1970 UTC; the name of the event (`given`, `refused`,
/// `changed`, `renewed`, `withdrawn`, `expired`, `imported`, `noticed`, `erased`, `rekeyed`,
/// `restored`, `sealed`, `keyed`, `held`, `released`, `accepted`, `ruled`, `enrolled`); the subject
/// commitment; the payload commitment; who acted (`person`, `app`, `operator`), by which channel and for
/// which reason, empty where nobody told; the hash of the entry before. A leaf hash is SHA-256 of the byte
/// 0x00 and the canonical bytes (RFC 6962, section 2.1).
///
/// **A restored ledger** goes on with an entry `restored`. Its content has the members `copy` and
/// `replaced`, the heads of the ledger that was restored, which is all entries before this one, and of
/// the one in whose place it was put (`null` where there was none that could be read); `common`, how
/// many entries both begin with; `carried`, how many entries behind this one were carried over from the
/// replaced ledger; `leftOut`, how many of its records were not. An entry that is carried over keeps its
/// event, its subject commitment and its payload commitment, and its time is the one at which the
/// replaced ledger received it: so times run back there, and nowhere else.
///
/// **The first entry** continues from the hash of the fields `AdView consent ledger 1` and the store's
/// random id (16 bytes), without a byte in front.
///
/// **Root.** The Merkle tree hash of RFC 6962, section 2.1, over the entry hashes in the order of the
/// sequence: a node is SHA-256 of the byte 0x01, its left and its right hash; a tree of *n* leaves
/// splits at the largest power of two below *n*; the root of no entries is SHA-256 of nothing. A head is
/// the store's id, the number of entries, the root and the time it was taken.
///
/// **Kept nodes.** Of every fourth level of that tree the roots of complete subtrees (of 16, 256, 4096
/// entries and so on) are kept beside the entries, so that a root and a path need not read all of them.
/// They follow from the entries, and an audit makes sure that they do.
///
/// **Signatures.** An entry `enrolled` names a key of the device: a SubjectPublicKeyInfo of P-256
/// (RFC 5480) in DER, in Base64. From it on, the last entry of each transaction has a signature (ECDSA with
/// SHA-256, in DER) over the bytes of the fields `AdView device signature 1`, the store's id, the entry's
/// sequence, its hash, and `since`: the first entry of the unbroken run, up to this one, of entries that
/// were all appended with the key. So the newest signature of a run vouches for all of it, and, as a hash
/// covers all entries before it, each is a signed head: also the one over `sealed`, at the end of a
/// session. Before a device signs, it checks the signature over the entry before, and begins a run of its
/// own where there is none or it is not good; what it appended itself while the key could not be used, it
/// knows. A key holds from the entry that names it up to the one that names the next, this one included:
/// that is signed by the key before, which introduces the new one, or, where there is none or it is lost,
/// by the new one itself. Keys that count are the first one, or those that whoever verifies was told, and
/// whichever such a key introduced. Each entry behind the first `enrolled`, this included, that no run of
/// a key that counts covers was appended without the device's key, unless an `accepted` that is covered
/// accounts for it. A backup that is restored carries signatures as it carries entries: what is appended
/// to it is signed or named like everything else, and a device with another key is a stranger until
/// whoever verifies names both.
///
/// **A receipt** (`LedgerEvidence` with a `LedgerProof`) holds what connects a record's content with a
/// head: content and salts give the commitments, these with the entry's other fields its hash, and the
/// inclusion path (RFC 9162, section 2.1.3.2, nearest sibling first) leads from it to the head's root. Texts
/// are as they are, numbers are numbers, everything else is hexadecimal digits. Its member `ledger_proof` has
/// `head`, and of the record's entry `sequence`, `entry_hash`, `inclusion_path` and `entry`: the entry's fields,
/// `content`, `payload_salt` and `subject_salt`.
///
/// Where the person's key was replaced, `subject_salt` is `null`, and `key_change` ties the entry to the present
/// key, which the receipt names: `rekeyed`, the person's last entry of that event, whose subject commitment is
/// the record's and whose payload commitment is that of the present key and the salt `subject_salt` beside it;
/// and `closing`, with its `content`: the entry `keyed` that closes the block, which has at least as many
/// `people` as `rekeyed` stands entries before it, and two secrets that are not the same; or, of who was carried
/// over, the entry `restored` that has at least as many `carried` as `rekeyed` stands behind it. Both have their
/// fields, `sequence` and `inclusion_path`, which leads to the root of the `head` there: the receipt's own or,
/// where the key was replaced behind that, a later one of the same store, to which `extension_path` leads from
/// the receipt's own (RFC 9162, section 2.1.4.2; empty where both are of one size). That everybody's key was
/// replaced, and that this was the last time, only the ledger as a whole shows.
///
/// Where a device signed, `device_signature` is the newest signature over an entry up to the head: `sequence`,
/// `entry_hash` and `inclusion_path` of the entry, `since`, `signature`, and `enrolled`, the entry that names the
/// key, with its fields, `sequence`, `content` and `inclusion_path`. It covers the record where that does not
/// stand behind the entry; the device appended the record where it does not stand before `since`, either.
package enum LedgerFormat {
  /// The purpose of a hash; the names are part of the format.
  package enum Domain: String, Sendable {
    case ledger = "AdView consent ledger 1"
    case entry = "AdView consent entry 1"
    case subject = "AdView consent subject 1"
    case payload = "AdView consent payload 1"
    case tombstone = "AdView erased subject 1"
    case seals = "AdView load seals 1"
    case seal = "AdView load seal 1"
    case batch = "AdView sealed batch 1"
    case session = "AdView sealed session 1"
    case pruned = "AdView pruned sessions 1"
    case transitions = "AdView sealed transitions 1"
    case batches = "AdView sealed batches 1"
    case events = "AdView sealed events 1"
    case geometry = "AdView sealed geometry 1"
    case track = "AdView sealed track 1"
    case names = "AdView sealed names 1"
    case toldConsent = "AdView told consent 1"
    case signature = "AdView device signature 1"
  }
}
