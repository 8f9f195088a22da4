// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Foundation
import Testing

/// Sections and GPP strings that others published, with the values that they assert.
struct PublishedGPPStrings: Sendable {
  struct Section: Sendable, CustomTestStringConvertible {
    let id: Int
    let name: String
    let text: String
    /// The fields in the order of the section.
    let fields: JSONObject

    var testDescription: String { "\(name) \(text)" }
  }

  struct Whole: Sendable, CustomTestStringConvertible {
    let text: String
    let ids: [Int]
    let names: [String]

    var testDescription: String { "sections \(ids)" }
  }

  var sections: [Section] = []
  var strings: [Whole] = []
  var refused: [String] = []

  static let all: PublishedGPPStrings = {
    do {
      return try PublishedGPPStrings()
    } catch {
      Issue.record("the published strings cannot be read: \(error)")
      return PublishedGPPStrings(empty: ())
    }
  }()

  private init(empty: ()) {}

  private init() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Vectors/published-gpp-strings", withExtension: "json"))
    let document = JSONNode(try JSONReader.read(Array(Data(contentsOf: url))))
    for node in try document.member("sections").elements() {
      guard case .object(let fields) = try node.member("fields").value else { continue }
      sections.append(
        Section(
          id: Int(try node.member("id").integer()), name: try node.member("name").string(),
          text: try node.member("text").string(), fields: fields))
    }
    for node in try document.member("strings").elements() {
      strings.append(
        Whole(
          text: try node.member("text").string(),
          ids: try node.member("ids").elements().map { Int(try $0.integer()) },
          names: try node.member("names").elements().map { try $0.string() }))
    }
    refused = try document.member("refused").elements().map { try $0.string() }
  }
}
