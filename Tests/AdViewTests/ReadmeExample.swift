// SPDX-License-Identifier: MIT
import AdView

/// Shows the ads of a page to a person who answered; the host makes web views and does as it is told.
func showAds(
  of page: PageID, in database: AdDatabase, to person: SubjectKey,
  answering answer: ConsentStatement,
  clock: AdClock = .system, host: (PageEffect) -> Void
) async throws {
  let session = try await AdSession.open(page, in: database, subject: person, clock: clock)

  // The answer is kept as evidence. A no closes the gate at once; a yes opens it when it is stored,
  // which an app need not wait for: `onChange` tells.
  try session.record(answer).forEach(host)
  try await session.storeAnswers(within: .seconds(5)).forEach(host)

  // After each layout, as the page scrolls, and when `untilDeadline` milliseconds are over.
  let frame = AdRect(x: 36, y: 900, width: 320, height: 320)
  let ad = AdFrame(unit: try AdUnitID("div-gpt-ad-mobile_1"), frame: frame)
  session.handle(.place([ad])).forEach(host)
  session.handle(.viewport(AdRect(x: 0, y: 0, width: 393, height: 852))).forEach(host)
  session.tick().forEach(host)

  // Views report what they do: session.handle(.view(id, .committed)) and so on.
  try await session.close()
}
