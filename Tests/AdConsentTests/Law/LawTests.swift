// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `The table of laws` {
  @Test func `has 20 states of the United States in force at the end of 2026, and four to come`()
    throws
  {
    let day = try Timestamp("2026-12-31T00:00:00Z")
    let withLaw = Law.all.filter { $0.id != .none }
    let states = Set(withLaw.filter { $0.places.contains { $0.hasPrefix("US-") } }.map(\.id))
    #expect(states.filter { $0.model(at: day) == .optOut }.count == 20)
    let later = states.filter { $0.model(at: day) == .unregulated }
    #expect(later.map(\.rawValue).sorted() == ["apdpa", "ladpa", "okcdpa", "vtdpa"])
    let years = try Timestamp("2028-01-01T00:00:00Z")
    #expect(states.allSatisfy { $0.model(at: years) == .optOut })
  }

  /// The day before a law is in force, it asks for nothing.
  @Test(arguments: [
    ("incdpa", "2025-12-31T23:59:59.999Z", ConsentModel.unregulated),
    ("incdpa", "2026-01-01T00:00:00Z", .optOut), ("okcdpa", "2026-12-31T00:00:00Z", .unregulated),
    ("okcdpa", "2027-01-01T00:00:00Z", .optOut), ("indpdp", "2027-05-12T00:00:00Z", .unregulated),
    ("indpdp", "2027-05-13T00:00:00Z", .optIn), ("martian", "2026-01-01T00:00:00Z", .optIn),
    ("none", "2026-01-01T00:00:00Z", .unregulated), ("ccpa", "2020-01-01T00:00:00Z", .optOut),
    ("TDPSA", "2026-01-01T00:00:00Z", .optOut), ("gdpr", "2026-01-01T00:00:00Z", .optIn),
  ])
  func `takes silence as the law does on that day, and an unknown law for one of opting in`(
    id: String, day: String, model: ConsentModel
  ) throws {
    #expect(try Regulation(id).model(at: Timestamp(day)) == model)
  }

  @Test(arguments: [
    ("DK", "gdpr"), ("dk", "gdpr"), ("RE", "gdpr"), ("GB", "ukgdpr"), ("CH", "nfadp"),
    ("US", "usnat"), ("US-TX", "tdpsa"), ("US-WY", "none"), ("CA", "qc25"), ("CA-QC", "qc25"),
    ("CA-ON", "pipeda"), ("BR", "lgpd"), ("DE-BY", "gdpr"), ("XX", nil),
    // What is no state, no province and no place is taken for what is the most careful there.
    ("US-ZZ", "usnat"), ("US-", "usnat"), ("CA-ZZ", "qc25"), ("", nil),
  ])
  func `finds the law of a place`(place: String, id: String?) throws {
    let law = try id.map { try Regulation($0) }
    #expect(Law.of(place: place) == law)
  }

  @Test func `keeps an amendment as a row of its own, in order`() throws {
    let connecticut = Law.all.filter { $0.id == .ctdpa }
    #expect(connecticut.map(\.bannedBelow) == [nil, 18])
    #expect(try Regulation.ctdpa.law(at: Timestamp("2026-06-30T00:00:00Z"))?.bannedBelow == nil)
    #expect(try Regulation.ctdpa.law(at: Timestamp("2026-07-01T00:00:00Z"))?.bannedBelow == 18)
    for rows in Dictionary(grouping: Law.all, by: \.id).values {
      #expect(rows.map(\.since) == rows.map(\.since).sorted())
      #expect(Set(rows.map(\.model)).count == 1)
    }
  }

  /// Every id that Didomi's pages name.
  @Test(
    arguments: [
      "gdpr", "cpra", "ccpa", "cpa", "ctdpa", "dpdpa", "fdbr", "icdpa", "mcdpa", "nhpa", "njdpa",
      "ocpa", "tdpsa", "ucpa", "vcdpa", "none", "a-law-to-come",
    ])
  func `takes a status of Didomi under each of its laws`(id: String) throws {
    let status = try DidomiStatus(
      reading: #"{"purposes":{},"vendors":{},"regulation":"\#(id)"}"#)
    #expect(status.regulation?.rawValue == (id == "ccpa" ? "cpra" : id))
  }
}
