// SPDX-License-Identifier: MIT
import AdModel
import AdStore
import AdUpdate

/// What a command made of a publication, or would make.
struct PublicationReport: Sendable {
  /// The generation that phones take over.
  let generation: Int64
  /// Whether it is a new one.
  let isNew: Bool
  /// How many units it holds; nil where the document was not looked into.
  var units: Int?
  /// The SHA-256 of its document.
  let sha256: String
  /// How many bytes the document has.
  let bytes: Int64
  /// How many bytes the difference from the last generation has.
  var differenceBytes: Int64?
  /// The version of the root; nil before anything was signed.
  var rootVersion: Int64?

  init(_ signed: SignedPublication, units: Int? = nil) {
    generation = signed.generation
    isNew = signed.isNew
    self.units = units
    sha256 = signed.file.hashes[0].digits
    bytes = signed.file.length
    differenceBytes = signed.stepBytes
    rootVersion = signed.root.header.version
  }

  /// What publishing a document to a folder would make.
  init(of document: [UInt8], to folder: PublishedFolder, units: Int) {
    let last = folder.newest
    sha256 = ContentHasher.hash(document).hex
    bytes = Int64(document.count)
    isNew = last?.file.hashes[0].digits != sha256
    generation = (last?.number ?? 0) + (isNew ? 1 : 0)
    self.units = units
    rootVersion = folder.root?.header.version
  }

  /// What lies in a folder.
  /// - Throws: ``Failure`` where nothing was published in it.
  init(of folder: PublishedFolder) throws {
    guard let newest = folder.newest else { throw folder.nothingPublished() }
    generation = newest.number
    isNew = false
    sha256 = newest.file.hashes[0].digits
    bytes = newest.file.length
    rootVersion = folder.root?.header.version
  }

  static let columns: [Column<PublicationReport>] = [
    Column("generation", "Generation", meaning: "The generation that phones take over.") {
      $0.generation
    },
    Column("new", "New", meaning: "Whether it is a new one.") { $0.isNew },
    Column("units", "Units", meaning: "The units, or how many there are.") { $0.units },
    Column("sha256", "SHA-256", meaning: "The SHA-256 of its document.") { $0.sha256 },
    Column("bytes", "Bytes", meaning: "How many bytes its document has.") { $0.bytes },
    Column(
      "differenceBytes", "Difference",
      meaning: "How many bytes the difference from the last generation has."
    ) { $0.differenceBytes },
    Column("rootVersion", "Root", meaning: "The version of the root, which names all keys.") {
      $0.rootVersion
    },
  ]
}

extension CommandRun {
  /// Tells what was made of a publication.
  func tell(_ report: PublicationReport) throws {
    try fields(report, PublicationReport.columns + dryRunColumns())
  }

  /// Tells what would be made of a publication: for people in words.
  func tell(_ report: PublicationReport, orPrint words: String) throws {
    guard format == .table else { return try tell(report) }
    try print("\(words)\n")
  }
}
