// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

extension FieldTable<InventoryPage> {
  /// The fields of a page, in the order of documents and lists.
  ///
  /// A new field is a row here, a property of the model and a migration that adds the column.
  package static let pages = FieldTable(
    "p", standard: InventoryPage(id: PageID(validated: "standard")),
    [
      FieldGroup([
        Field(
          .elsewhere, "page", \.id, { $0.id = $1 }, .page, isPublished: true, "Page",
          isListed: true,
          "The page's name.")
      ]),
      .thresholds,
      FieldGroup([
        Field(
          .column("feed_pattern"), "feedPattern", \.feedPattern, { $0.feedPattern = $1 },
          .feedPattern, isPublished: true,
          option: "feed-pattern", "Feed pattern", isListed: true,
          "Where ads stand among entries: positions / period."),
        Field(
          .column("live_views"), "liveViews", \.liveViews, { $0.liveViews = $1 },
          .whole(Limit(1...Double(LoadingPlan.greatestLoadedAds))), isPublished: true,
          option: "live-views", "Live views",
          "How many web views may live at once, where not as the settings say."),
        Field(
          .column("no_fill"), "noFill", \.noFill, { $0.noFill = $1 },
          .choice("WAY", NoFillBehavior.allCases.map(\.rawValue)), isPublished: true,
          option: "no-fill", "No fill",
          "What a slot without an ad does, where not as the settings say: collapse or keep its size."
        ),
      ]),
      FieldGroup(
        "remote", isOptional: true,
        [
          Field(
            .column("remote_fetch"), "fetch", \.remoteFetch, { $0.remoteFetch = $1 },
            .percent(RemoteThresholds.limit),
            isPublished: true, "Remote fetch %",
            isListed: true, "Fetch distance in percent of the viewport's height."),
          Field(
            .column("remote_render"), "render", \.remoteRender, { $0.remoteRender = $1 },
            .percent(RemoteThresholds.limit),
            isPublished: true,
            "Remote display %", isListed: true,
            "Display distance in percent of the viewport's height."),
        ], check: { (page) throws(InvalidValue) in try page.remote?.validate() }),
    ])
}

extension FieldGroup<InventoryPage> {
  /// The thresholds, which `simulate` tries as well.
  package static let thresholds = FieldGroup(
    [
      Field(
        .column("fetch"), "fetch", \.thresholds.fetch, { $0.thresholds.fetch = $1 }, distance,
        isPublished: true, option: "fetch",
        "Fetch",
        isListed: true, "Distance at which an ad is fetched."),
      Field(
        .column("display"), "display", \.thresholds.display, { $0.thresholds.display = $1 },
        distance, isPublished: true,
        option: "display",
        "Display", isListed: true, "Distance at which an ad is displayed."),
      Field(
        .column("unload"), "unload", \.thresholds.unload, { $0.thresholds.unload = $1 }, distance,
        isPublished: true,
        option: "unload", "Unload",
        isListed: true, "Distance beyond which an ad is unloaded."),
      Field(
        .column("unloading"), "unloading", \.thresholds.unloadingEnabled,
        { $0.thresholds.unloadingEnabled = $1 },
        .flag(yes: "on", no: "off"), isPublished: true, option: "unloading", "Unloading",
        isListed: true,
        "Whether ads are unloaded."),
      Field(
        .column("throttle"), "throttleMs", \.thresholds.throttle, { $0.thresholds.throttle = $1 },
        duration, isPublished: true,
        option: "throttle",
        "Throttle ms", isListed: true,
        "Least time between two checks, in milliseconds."),
      Field(
        .column("stability"), "stabilityMs", \.thresholds.stabilityDelay,
        { $0.thresholds.stabilityDelay = $1 }, duration,
        isPublished: true,
        option: "stability", "Stability ms", isListed: true,
        "How long an ad must be far away, in milliseconds."),
      Field(
        .column("prediction"), "predictionMs", \.thresholds.prediction,
        { $0.thresholds.prediction = $1 }, .milliseconds(LoadingThresholds.predictionLimit),
        isPublished: true, option: "prediction", "Prediction ms", isListed: true,
        "How far ahead of a scroll ads are loaded beyond that, in milliseconds at its speed."),
    ], check: { (page) throws(InvalidValue) in try page.thresholds.validate() })

  private static let distance = FieldKind.points(LoadingThresholds.distanceLimit)
  private static let duration = FieldKind.milliseconds(LoadingThresholds.durationLimit)
}

extension InventoryPage {
  /// The two halves of ``remote``, each a field of its own; one without the other fails the check.
  fileprivate var remoteFetch: Double? {
    get { remote.flatMap { $0.fetch.isNaN ? nil : $0.fetch } }
    set { setRemote(fetch: newValue, render: remoteRender) }
  }

  fileprivate var remoteRender: Double? {
    get { remote.flatMap { $0.render.isNaN ? nil : $0.render } }
    set { setRemote(fetch: remoteFetch, render: newValue) }
  }

  private mutating func setRemote(fetch: Double?, render: Double?) {
    remote =
      fetch == nil && render == nil
      ? nil : RemoteThresholds(unchecked: fetch ?? .nan, render: render ?? .nan)
  }
}
