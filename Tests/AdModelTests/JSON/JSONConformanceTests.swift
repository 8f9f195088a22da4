// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct JSONConformanceTests {
  @Test(arguments: JSONConformanceCase.accepted)
  func `accepts what every reader must, and reads its own writing`(
    text: JSONConformanceCase
  ) throws {
    let value = try JSONReader.read(text.bytes)
    let written = try value.text()
    #expect(try JSONReader.read(text: written).text() == written)
    #expect(try JSONReader.read(text: value.text(.pretty)).text() == written)
  }

  @Test(arguments: JSONConformanceCase.refused)
  func `refuses what every reader must`(text: JSONConformanceCase) {
    #expect(throws: JSONError.self) { try JSONReader.read(text.bytes) }
  }

  @Test(arguments: JSONConformanceCase.open)
  func `decides what the standard leaves open`(text: JSONConformanceCase) {
    let result = Result { try JSONReader.read(text.bytes) }
    switch result {
    case .success: #expect(text.code == nil)
    case .failure(let error): #expect((error as? JSONError)?.code == text.code)
    }
  }

  @Test(arguments: [
    String(repeating: "[", count: 100_000),
    String(repeating: "[{\"\":", count: 50_000),
    String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
  ])
  func `refuses bottomless texts by their depth`(text: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text: text) }
    #expect(error?.code == .tooDeep)
  }

  @Test func `reads five hundred containers when allowed`() throws {
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(throws: Never.self) { try JSONReader.read(text: text, limits: .init(depth: 500)) }
  }

  /// The suite has a reader accept these; losing one of two values is worse than refusing.
  @Test(arguments: [#"{"a":"b","a":"c"}"#, #"{"a":"b","a":"b"}"#])
  func `refuses a key named twice, stricter than the suite`(text: String) {
    let error = #expect(throws: JSONError.self) { try JSONReader.read(text: text) }
    #expect(error?.code == .duplicateKey)
  }
}
