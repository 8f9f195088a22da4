// SPDX-License-Identifier: MIT
#if canImport(UIKit) && canImport(SwiftUI) && canImport(WebKit)
  import AdView
  public import SwiftUI

  /// Keeps a page as long as the view that holds this in `@StateObject`, and opens it when it is first asked
  /// for: not each time the view is made.
  ///
  /// ```swift
  /// @StateObject private var holder = AdPageHolder {
  ///   try AdPage(database, page: PageID("article"), subject: person)
  /// }
  /// ```
  @MainActor public final class AdPageHolder: ObservableObject {
    private var opened: OpenedOnce<AdPage>

    /// Takes how the page is opened, and does not open it.
    public init(_ open: @escaping @MainActor () throws -> AdPage) { opened = OpenedOnce(open) }

    /// The page; nil where it cannot be opened, for which see ``failure``.
    public var page: AdPage? { try? opened.get().get() }

    /// Why the page cannot be opened.
    public var failure: (any Error)? {
      if case .failure(let error) = opened.get() { error } else { nil }
    }
  }
#endif
