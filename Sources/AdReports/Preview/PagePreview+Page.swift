// SPDX-License-Identifier: MIT
import AdConsent
import AdInjection
import AdModel

extension PagePreview {
  /// One self-contained page for any browser: the column on a phone, a map of it with the zones, and
  /// the transitions, replayed or live. It asks the network for nothing; the same preview gives the
  /// same page.
  package var page: String {
    let body: Markup = """
      <main>
      <div class="phone"><div class="screen" id="screen" tabindex="0" \
      style="\("width:\(viewport.width.formatted)px;height:\(viewport.height.formatted)px")">
      <div class="column" style="\("height:\(columnHeight.formatted)px")">
      \(units(inMap: false))
      </div></div></div>
      <div class="map" aria-hidden="true"><div class="strip" id="map">
      <div class="zone unload" id="unload"></div><div class="zone fetch" id="fetch"></div>
      <div class="zone display" id="display"></div>
      \(units(inMap: true))
      <div class="view" id="view"></div></div></div>
      <div class="panels">
      <section><h2>What is shown</h2>
      <p><button id="play">Play</button> <input id="time" type="range" min="0" value="0" \
      aria-label="time"> <output id="now">0.0 s</output></p>
      <p id="mode">The manager's own decisions, replayed. Scroll the phone to go live.</p>
      <p class="legend">\(legend)</p></section>
      <section><h2>Zones</h2><table>\(zones)</table></section>
      <section><h2>Transitions</h2><div class="scroll"><table id="log"></table></div></section>
      <section><h2>Messages to the app</h2>
      <div class="scroll"><table id="messages" class="data"></table></div></section>
      </div>
      </main>
      <script>
      \(PagePreviewScript.source(self))
      </script>
      """
    return PreviewStyle.page(title, style: Self.style, banner: decision.banner, body: body)
  }

  private func units(inMap: Bool) -> Markup {
    let column = CreativeSize(width: viewport.width, height: columnHeight)
    return .joined(
      placements.enumerated().map { place, placement in
        let frame = placement.frame
        if inMap {
          func percent(_ part: Double, of whole: Double) -> String {
            "\((part / whole * 10_000).rounded() / 100)%"
          }
          let style =
            "left:\(percent(frame.x, of: column.width));top:\(percent(frame.y, of: column.height));"
            + "width:\(percent(frame.width, of: column.width));"
            + "height:\(percent(frame.height, of: column.height))"
          return
            "<div class=\"unit notLoaded\" data-unit=\"\(String(place))\" style=\"\(style)\"></div>"
        }
        let style =
          "left:\(frame.x.formatted)px;top:\(frame.y.formatted)px;width:\(frame.width.formatted)px;"
          + "height:\(frame.height.formatted)px"
        let size = "\(frame.width.formatted) × \(frame.height.formatted)"
        return """
          <div class="unit notLoaded" data-unit="\(String(place))" style="\(style)">\
          \(PreviewParts.label(placement.unit.label))\
          <b>\(placement.unit.id.rawValue)</b><span class="state">notLoaded</span>\
          <small>\(size)</small></div>
          """
      })
  }

  private var legend: Markup {
    .joined(
      LoadState.allCases.map { "<span class=\"unit \($0.rawValue)\">\($0.rawValue)</span>" })
  }

  private var zones: Markup {
    let distances = zoneDistances
    func row(_ name: String, _ distance: Double, _ note: String) -> Markup {
      """
      <tr><th><span class="\("swatch \(name)")"></span>\(name)</th>\
      <td>\(distance.inPoints) from the screen\(note)</td></tr>
      """
    }
    let lead =
      thresholds.prediction > 0 ? ", and \(thresholds.prediction) ms of scroll ahead" : ""
    let percent = remote.map { (" (\($0.fetch.formatted) %)", " (\($0.render.formatted) %)") }
    return .joined([
      row("fetch", distances.fetch, (percent?.0 ?? "") + lead),
      row("display", distances.display, (percent?.1 ?? "") + lead),
      row("unload", distances.unload, thresholds.unloadingEnabled ? "" : " (unloading is off)"),
    ])
  }

  /// The distances that hold: remote percentages win, and unloading is never nearer than fetching.
  var zoneDistances: (fetch: Double, display: Double, unload: Double) {
    let fetch = remote.map { viewport.height * $0.fetch / 100 } ?? thresholds.fetch
    let display = remote.map { viewport.height * $0.render / 100 } ?? thresholds.display
    return (fetch, display, max(thresholds.unload, fetch))
  }

  private static let style: Markup = """
    .screen { overflow-y: scroll; position: relative; scrollbar-width: none; outline-offset: -4px; }
    .column { position: relative; background: #fff
      repeating-linear-gradient(#fff 0 18px, #eceff3 18px 26px) content-box; padding: 0 24px; }
    .unit { border-radius: 6px; border: 2px solid; }
    .column .unit { position: absolute; display: grid; place-content: center; text-align: center;
      overflow-wrap: anywhere; border: 0; outline: 2px solid; border-radius: 0;
      transition: background .2s, outline-color .2s, width .2s, height .2s, left .2s; }
    .column .state { position: absolute; left: -2px; top: -2px; z-index: 1; padding: 1px 8px;
      border: 2px solid; border-color: inherit; border-radius: 0 0 6px; background: inherit; }
    .column .label { position: absolute; left: 0; right: 0; bottom: 100%; padding: 2px;
      color: #1d2330; }
    .column iframe { position: absolute; inset: 0; margin: auto; width: 100%; height: 100%;
      border: 0; pointer-events: none; }
    .notLoaded { background: #eef0f3; border-color: #9aa4b2; outline-color: #9aa4b2; color: #3b4452; }
    .fetched { background: #fff2d6; border-color: #c98a00; outline-color: #c98a00; color: #6b4a00; }
    .displayed { background: #daf3e3; border-color: #1c8a4a; outline-color: #1c8a4a; color: #0f5a2f; }
    .unloaded { background: #ece4fb; border-color: #7a4fc4; outline-color: #7a4fc4; color: #4c2c86; }
    .map { flex: none; width: 120px; }
    .strip { position: relative; height: 872px; background: var(--card); overflow: hidden;
      border: 1px solid var(--line); border-radius: 10px; }
    .strip .unit { position: absolute; border-width: 1px; border-radius: 2px; }
    .zone, .view { position: absolute; left: 0; right: 0; }
    .swatch { display: inline-block; width: 14px; height: 14px; margin-right: 8px;
      border: 1px solid var(--line); border-radius: 3px; vertical-align: -2px; }
    .zone.unload, .swatch.unload { background: rgba(122, 79, 196, .10); }
    .zone.fetch, .swatch.fetch { background: rgba(201, 138, 0, .16); }
    .zone.display, .swatch.display { background: rgba(28, 138, 74, .18); }
    .view { border: 2px solid var(--text); border-radius: 3px; }
    .legend .unit { padding: 1px 6px; margin-right: 4px; display: inline-block; }
    #time { width: 60%; vertical-align: middle; }
    #log .later { opacity: .4; }
    #log td { white-space: nowrap; overflow-wrap: normal; }
    .screen { max-width: 100vw; }
    @media (max-width: 600px) {
      .map { position: fixed; right: 4px; bottom: 4px; width: 44px; z-index: 2; opacity: .9; }
      .strip { height: 45vh; }
    }
    """
}
