// SPDX-License-Identifier: MIT

/// What a host runs later than the scripts that it injects: in the ad's page, and in the content
/// page around the ads.
public struct HostScripts: Equatable, Sendable {
  /// The render trigger.
  public let onDisplayed: HostScript
  /// The question for the page's own thresholds.
  public let onLoaded: HostScript
  /// The template by which the page is told what the app measures.
  public let viewability: HostScript
  /// What a content page gets whose placeholders native ads are laid over.
  public let contentPage: ContentPage

  /// The scripts of a content page.
  public struct ContentPage: Equatable, Sendable {
    /// The script message handlers to register before loading.
    public let messageHandlers: [String]
    /// The script to inject.
    public let tracker: UserScript
    /// Starts the tracking, after every load of the page.
    public let startTracking: HostScript
    /// Stops the tracking.
    public let stopTracking: HostScript
  }

  /// Makes the scripts.
  /// - Parameter coordinates: What the placeholders of a content page are measured from.
  public init(
    contract: PageContract = .standard,
    coordinates: PlaceholderTrackerScript.Coordinates = .viewport
  ) {
    onDisplayed = HostScript(.onDisplayed, RenderTriggerScript.source(contract: contract) + "\n")
    onLoaded = HostScript(.onLoaded, RemoteThresholdsScript.source(contract: contract) + "\n")
    viewability = HostScript(
      .viewability, ViewabilityScript.template(contract: contract) + "\n",
      blanks: ViewabilityScript.blanks)
    contentPage = ContentPage(
      messageHandlers: [contract.placeholderHandler],
      tracker: PlaceholderTrackerScript.script(contract: contract, coordinates: coordinates),
      startTracking: HostScript(
        .startTracking,
        PlaceholderTrackerScript.posting(PlaceholderTrackerScript.startMessage) + "\n"),
      stopTracking: HostScript(
        .stopTracking,
        PlaceholderTrackerScript.posting(PlaceholderTrackerScript.stopMessage) + "\n"))
  }

  /// All that is evaluated rather than injected, in the order of the names.
  public var evaluated: [HostScript] {
    [onDisplayed, onLoaded, viewability, contentPage.startTracking, contentPage.stopTracking]
  }
}
