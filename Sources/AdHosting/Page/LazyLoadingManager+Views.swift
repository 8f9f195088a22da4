// SPDX-License-Identifier: MIT
import AdInjection
import AdLoading
import AdModel

// What web views report.
extension LazyLoadingManager {
  mutating func follow(_ report: ViewReport, of id: ViewID) {
    guard let view = views[id] else { return ignore(.droppedView) }
    // Whatever it says, it lives.
    answerLimits.forget(id)
    switch report {
    case .committed: step(id) { $0.commit() }
    case .parsed: step(id) { $0.parse() }
    case .finished:
      if view.life.state == .loading || view.life.state == .finished {
        return ignore(.earlyReport)
      }
      step(id) { $0.finish() }
    case .rendered(let size):
      views[id]?.begin()
      render(id, size)
    case .failed(let failure): step(id) { $0.fail(isCalledOff: failure == .cancelled) }
    case .terminated: lose(view.unit, .processTerminated, at: now)
    case .message(let handler, let body, let isMainFrame):
      guard hears(id, view) else { return }
      guard isMainFrame else { return ignore(.otherFrame) }
      follow(body, handler: handler, of: id, view)
    case .excessiveMessage:
      if hears(id, view, isExcessive: true) { ignore(.badMessage) }
    case .asked: _ = hears(id, view)
    case .answered(let answer):
      views[id]?.hasAnswered = true
      follow(answer)
    case .clicked: views[id]?.lastClick = now
    case .left: note(.clicked, of: view.unit)
    }
  }

  /// Moves a view's life on, and does what comes of it.
  /// - Parameters:
  ///   - size: The size of the creative, where that is what comes and somebody told it.
  ///   - time: When, in milliseconds; now, where nothing is said.
  mutating func step(
    _ id: ViewID?, _ size: CreativeSize? = nil, at time: Int64? = nil,
    _ body: (inout WebViewLife) -> [WebViewLife.Step]
  ) {
    guard let id, var view = views[id] else { return }
    let steps = body(&view.life)
    // The time runs from the trigger, where one comes, and a page that goes on for ever gets it a few times.
    if steps.contains(.render), view.takeTrigger() { renderLimits.forget(id) }
    views[id] = view
    renderLimits.follow(
      id, isAwaited: view.life.isAwaited, limit: Self.renderLimit, at: time ?? now)
    let (unit, bundle) = (view.unit, view.bundle)
    for step in steps {
      switch step {
      case .blank: drive(.blank(unit))
      case .committed:
        sizeReports.begin(id)
        views[id]?.begin()
        note(.committed, of: unit)
        guard let report = views[id]?.visibility else { continue }
        outcome.effects.append(
          .tell(id, PageCall.viewability(report, contract: bundle.contract)))
      case .parsed: note(.parsed, of: unit)
      case .finished:
        note(.finished, of: unit)
        outcome.effects.append(.ask(id, PageCall.onLoaded(bundle.hostScripts)))
      case .render:
        outcome.effects.append(.render(id, PageCall.onDisplayed(bundle.hostScripts)))
      case .rendered:
        noteRendered(size ?? view.life.toldSize, of: unit)
        drive(.rendered(unit))
      case .failed: lose(unit, .loadFailed, at: now)
      }
    }
  }

  /// Takes that the app came to the front or left it.
  ///
  /// Where a process ends while the app is suspended, the system may tell late or never. So each page that
  /// has answered before is asked again what it was asked then.
  mutating func follow(_ phase: AppPhase) {
    let isBack = phase == .foreground && engine.phase != .foreground
    drive(.app(phase))
    guard isBack else { return }
    for (id, view) in views.sorted(by: { $0.key.number < $1.key.number })
    where view.hasAnswered && view.life.state == .finished && !view.isSilenced {
      answerLimits.follow(id, isAwaited: true, limit: Self.answerLimit, at: now)
      outcome.effects.append(.ask(id, PageCall.onLoaded(view.bundle.hostScripts)))
    }
  }

  /// Unloads an ad whose page or creative is lost, and loads it again after a while.
  mutating func lose(_ unit: AdUnitID, _ cause: HoldCause, at time: Int64) {
    guard engine.state(of: unit).isLoaded else { return }
    pauses.retry(unit, lostAt: time, isOnScreen: engine.isOnScreen(unit))
    drive(.hold(unit, cause), at: time)
  }

  /// Takes that the creative of a view is there.
  private mutating func render(_ id: ViewID, _ size: CreativeSize?) {
    if let view = views[id], view.life.takesScripts { unfold(view.unit) }
    step(id, size ?? views[id]?.filledSize) { $0.render() }
  }

  /// Gives a slot its room back that took none since no ad came.
  private mutating func unfold(_ unit: AdUnitID) {
    guard slots[unit]?.size.isCollapsed == true else { return }
    slots[unit]?.isReported = false
    resizeUnreported(unit)
  }

  /// Counts a message of a view, and stops listening to one that posts too much.
  /// - Returns: Whether the message is to be read.
  private mutating func hears(
    _ id: ViewID, _ view: HostedView, isExcessive: Bool = false
  ) -> Bool {
    guard !view.isSilenced else {
      ignore(.silencedView)
      return false
    }
    if views[id]?.messages.take(isExcessive: isExcessive, at: now) == true { return true }
    views[id]?.isSilenced = true
    ignore(.silencedView)
    outcome.effects.append(.silence(id))
    note(.silenced, of: view.unit)
    log("\(view.unit) posts too much and is no longer heard")
    return false
  }

  /// Gives a slot the size that its ad reported, within the unit's limits, and within the screen where
  /// the unit has none.
  mutating func resize(_ id: ViewID, to reported: CreativeSize) {
    guard let view = views[id] else { return }
    let constraints = view.bundle.unit.constraints
    var size = reported
    if let screen {
      if constraints.maximumWidth == nil { size.width = min(size.width, screen.width) }
      if constraints.maximumHeight == nil { size.height = min(size.height, screen.height) }
    }
    slots[view.unit]?.isReported = true
    resize(
      view.unit,
      to: SlotSize(creative: constraints.clamp(size), label: view.bundle.unit.label),
      isAnimated: true)
  }

  private mutating func follow(
    _ body: JSONValue, handler: String, of id: ViewID, _ view: HostedView
  ) {
    guard let message = reader.read(body, handler: handler) else {
      let reason = reader.lastDrop?.rawValue ?? "unreadable"
      log("\(view.unit) posted what is no message: \(reason)")
      return ignore(.badMessage)
    }
    switch message {
    case .parsed: step(id) { $0.parse() }
    case .tagReady: step(id) { $0.meetTag() }
    case .filled(_, let size):
      unfold(view.unit)
      if views[id]?.takeFilled(size) == true { note(.filled, of: view.unit) }
    case .rendered:
      if views[id]?.takeRendered() == true { render(id, nil) } else { ignore(.repeated) }
    case .adSize(let reported):
      step(id) { $0.take(reported) }
      switch sizeReports.report(reported, of: id, at: now) {
      case .taken: resize(id, to: reported)
      case .waits: break
      case .refused: ignore(.tooManySizes)
      }
    case .noFill: giveUp(view.unit)
    case .console(let level, let text): log("\(view.unit) console \(level): \(text)")
    case .impressionViewable(let slot, _):
      guard views[id]?.takeCounted() == true else { return ignore(.repeated) }
      note(.counted, of: view.unit)
      log("\(view.unit) impression viewable in \(slot)")
    case .slotVisibilityChanged(let slot, let percent, _):
      log("\(view.unit) \(slot) is visible by \(percent.formatted) %")
    }
  }

  /// The ad tag had nothing for a slot.
  private mutating func giveUp(_ unit: AdUnitID) {
    guard engine.state(of: unit).isLoaded else { return }
    note(.empty, of: unit)
    pauses.pause(unit, until: now + Self.noFillPause)
    drive(.hold(unit, .noFill))
    guard var size = slots[unit]?.size else { return }
    guard terms.content.noFill == .collapse else {
      size.isWithoutLabel = size.labelHeight > 0
      return resize(unit, to: size, isAnimated: false)
    }
    slots[unit]?.isReported = true
    resize(unit, to: size.collapsed, isAnimated: true)
  }

  private mutating func follow(_ answer: String?) {
    guard let answer, let remote = RemoteThresholdsScript.thresholds(from: answer) else { return }
    drive(.remoteThresholds(remote))
  }
}
