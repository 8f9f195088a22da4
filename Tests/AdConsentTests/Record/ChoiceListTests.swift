// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import Testing

@Suite struct `A list of choices` {
  @Test func `answers not asked for what it does not list`() throws {
    let list = try ChoiceList(enabled: [.name("cookies")], disabled: [.number(755)])
    #expect(list[.name("cookies")] == .enabled)
    #expect(list[.number(755)] == .disabled)
    #expect(list[.name("755")] == .notAsked)
    #expect(list[.name("google")] == .notAsked)
  }

  @Test func `keeps the order it was given`() throws {
    let ids: [ConsentItemID] = [.name("z"), .number(9), .name("a")]
    #expect(try ChoiceList(enabled: ids).enabled == ids)
  }

  @Test func `refuses an id with two choices`() {
    #expect(throws: InvalidValue.self) {
      try ChoiceList(enabled: [.name("google")], disabled: [.name("google")])
    }
  }

  @Test(arguments: [
    (ConsentItemID.name(""), InvalidValue.Code.empty),
    (.name(String(repeating: "a", count: 257)), .tooLong),
    (.number(-1), .outOfRange),
    (.number(65536), .outOfRange),
  ])
  func `refuses an impossible id`(id: ConsentItemID, code: InvalidValue.Code) {
    #expect {
      try ChoiceList(disabled: [id])
    } throws: {
      ($0 as? InvalidValue)?.code == code
    }
  }

  @Test func `takes an id once where all get the same choice`() throws {
    #expect(try ChoiceList(.disabled, for: [.number(1), .number(1)]).disabled == [.number(1)])
  }

  @Test(arguments: [
    ("755", ConsentItemID.number(755)), ("0", .number(0)), ("007", .name("007")),
    ("google", .name("google")), ("-1", .name("-1")), ("", .name("")),
  ])
  func `reads typed digits as a number and the rest as a name`(
    text: String, id: ConsentItemID
  ) {
    #expect(ConsentItemID(text) == id)
  }
}

@Suite struct `Consent choices` {
  @Test func `accept everything that a notice for Google's ads asks`() throws {
    let choices = try ConsentChoices(.enabled, for: .googleAds)
    #expect(choices.purposes.consent.enabled.count == 11)
    #expect(choices.purposes.consent.enabled.first == .name("cookies"))
    #expect(
      choices.purposes.legitimateInterest.enabled.map(\.description) == [
        "select_basic_ads", "measure_ad_performance", "measure_content_performance",
        "market_research", "improve_products", "use_limited_data_to_select_content",
      ])
    #expect(choices.vendors.consent.enabled == [.name("google")])
    #expect(choices.allowsAnything && !choices.isPartial && !choices.isUnanswered)
  }

  @Test func `decline everything`() throws {
    let choices = try ConsentChoices(.disabled, for: .googleAds)
    #expect(!choices.allowsAnything && !choices.isUnanswered)
    #expect(choices.purposes.consent.disabled.count == 11)
  }

  @Test func `are partial while something asked for waits`() throws {
    var choices = try ConsentChoices(.enabled, for: .googleAds)
    choices.vendors.consent = try ChoiceList(notAsked: [.number(1)])
    #expect(choices.isPartial)
  }
}

@Suite struct `A TCF purpose` {
  @Test(arguments: TCFPurpose.allCases)
  func `is found by its number and by Didomi's name`(purpose: TCFPurpose) {
    #expect(TCFPurpose(.number(purpose.rawValue)) == purpose)
    #expect(TCFPurpose(.name(String(purpose.rawValue))) == purpose)
    #expect(TCFPurpose(.name(purpose.didomiName)) == purpose)
  }

  @Test(arguments: [ConsentItemID.number(0), .number(12), .name("ads"), .name("")])
  func `is not found by anything else`(id: ConsentItemID) {
    #expect(TCFPurpose(id) == nil)
  }
}
