// SPDX-License-Identifier: MIT

/// How a grid decides where its rows break. Cases may be added: `switch` over it with a `default`.
public enum MasonryMethod: String, CaseIterable, Hashable, Sendable {
  /// Row by row, as Klipy's calculator does, with the two numbers of `meta` in their right places.
  ///
  /// For an app that moves over from it and wants the same grid. Where its arithmetic overflows the
  /// container, leaves a gap or makes a side of nothing, the row says so in ``RowLayout/faults``.
  case seed
  /// Row by row, each with the number of items and the height that distort least.
  ///
  /// Items that are appended change only the last row.
  case greedy
  /// The whole list at once, broken so that all rows together distort least: never more than
  /// ``greedy``, and rows anywhere may change when items are appended.
  case optimal
}
