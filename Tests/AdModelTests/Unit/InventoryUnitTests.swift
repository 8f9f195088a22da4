// SPDX-License-Identifier: MIT
import AdModel
import Testing

@Suite struct InventoryUnitTests {
  @Test func `everything but the id has the seeds' default`() throws {
    let unit = InventoryUnit(id: try AdUnitID("div-gpt-ad-mobile_1"))
    #expect(unit.constraints.initial == CreativeSize(width: 320, height: 320))
    #expect(unit.constraints.minimumWidth == nil && unit.constraints.maximumHeight == nil)
    #expect(!unit.label.isShown && unit.label.text == "annonce")
    #expect(unit.label.fontSize == 10 && unit.label.fontWeight == .bold)
    #expect(unit.status == .active && unit.page == nil && unit.notes.isEmpty)
  }

  @Test(arguments: [
    ("", InvalidValue.Code.empty),
    (String(repeating: "a", count: 129), .tooLong),
    ("a b", .badCharacter), ("a\n", .badCharacter), ("é", .badCharacter), ("a\0", .badCharacter),
  ])
  func `an id that is not printable ASCII without spaces is refused`(
    text: String, code: InvalidValue.Code
  ) {
    #expect(throws: InvalidValue.self) { try AdUnitID(text) }
    #expect((try? AdUnitID(text)) == nil)
    do {
      _ = try AdUnitID(text)
    } catch {
      #expect(error.code == code)
    }
  }

  @Test func `an id may hold quotes, which only an encoder must mind`() throws {
    #expect(try AdUnitID("a'\"</script>").rawValue == "a'\"</script>")
  }

  @Test func `ids sort by bytes`() throws {
    let ids = try ["b", "a10", "a2", "B", "a"].map { try AdUnitID($0) }
    #expect(ids.sorted().map(\.rawValue) == ["B", "a", "a10", "a2", "b"])
  }

  @Test(arguments: [
    ("320x250", DeclaredSize.fixed(width: 320, height: 250)), ("fluid", .fluid),
    ("1x1", .fixed(width: 1, height: 1)), ("0320x0050", .fixed(width: 320, height: 50)),
  ])
  func `a declared size is read`(text: String, size: DeclaredSize) throws {
    #expect(try DeclaredSize(text) == size)
  }

  @Test(arguments: [
    "", "x", "320x", "x250", "320", "320X250", "320x250x1", "-1x2", "+1x2", "3.5x2", "0x10",
    "10001x1", "99999999999999999999x1", "Fluid", " 320x250", "٣x٣",
  ])
  func `what is not a declared size is refused`(text: String) {
    #expect(throws: InvalidValue.self) { try DeclaredSize(text) }
  }

  @Test(arguments: ["/1234567/news/top", "/1234567,1234/Travel", "/1/a"])
  func `an Ad Manager path is kept as it is written`(text: String) throws {
    #expect(try AdManagerPath(text).rawValue == text)
  }

  @Test(arguments: [
    "", "/", "1234567/news", "/news/top", "/1234567", "/1234567/", "/1234567//top", "/1,2,3/a",
    "/1,/a", "/1234567/a b", "/1234567/é",
  ])
  func `what is not an Ad Manager path is refused`(text: String) {
    #expect(throws: InvalidValue.self) { try AdManagerPath(text) }
  }

  @Test func `a size given twice is refused`() throws {
    var unit = InventoryUnit(id: try AdUnitID("a"))
    unit.declaredSizes = [.fluid, .fixed(width: 1, height: 1), .fluid]
    #expect(throws: InvalidValue.self) { try unit.checkDeclaredSizes() }
    unit.declaredSizes = [.fluid]
    try unit.checkDeclaredSizes()
  }

  @Test func `a label needs a text and a font that can be read`() {
    #expect(throws: InvalidValue.self) { try AdLabel(isShown: true, text: "") }
    #expect(throws: InvalidValue.self) {
      try AdLabel(isShown: true, text: String(repeating: "a", count: 201))
    }
    #expect(throws: InvalidValue.self) { try AdLabel(isShown: true, fontSize: 0.5) }
    #expect(throws: InvalidValue.self) { try AdLabel(isShown: true, fontSize: .nan) }
  }
}
