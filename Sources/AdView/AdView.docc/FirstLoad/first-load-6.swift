import AdView
import AdViewTesting

let inventory = """
  {"adviewInventory": 1, "pages": [{"page": "home"}], "units": [{"adUnitId": "div-1", "page": "home"}]}
  """

let database = try await AdDatabase.open(at: "ads.sqlite", seed: Array(inventory.utf8))

let person = try SubjectKey("user-17")
let session = try await AdSession.open(PageID("home"), in: database, subject: person)
print("gate:", session.gate)

let answer = ConsentStatement(
  choices: try ConsentChoices(.enabled, for: .googleAds), regulation: .gdpr, at: .now)
_ = try session.record(answer)
_ = try await session.storeAnswers(within: .seconds(5))
print("gate:", session.gate)

let unit = try AdUnitID("div-1")
let host = SimulatedPage(session)
host.scroll(to: 0)
host.place([unit])
host.finishLoading()
print("views:", host.views.count, "state:", session.state(of: unit))
