// SPDX-License-Identifier: MIT

extension Double {
  /// The number as people and JSON write it: no fraction where there is none, else the shortest
  /// digits that read back as the same number.
  public var written: String {
    if let whole = Int64(exactly: self), whole.magnitude < 1 << 53 {
      return String(whole)
    }
    return description
  }
}
