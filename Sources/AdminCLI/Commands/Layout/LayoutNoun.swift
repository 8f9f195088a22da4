// SPDX-License-Identifier: MIT

/// `layout masonry|feed|page`: the calculators of the library on JSON documents and on a page of the
/// inventory.
enum LayoutNoun {
  static let noun = Noun(
    "layout", "Where ads stand: in a masonry grid, in a growing feed, on a page.",
    [
      "masonry": { LayoutMasonry.command }, "feed": { LayoutFeed.command },
      "page": { LayoutPage.command },
    ])
}
