// SPDX-License-Identifier: MIT
import AdModel

/// How figures of a report are written for people.
enum HistoryFigure {
  static func percent(_ share: Double) -> String {
    "\(((share * 1000).rounded() / 10).formatted) %"
  }

  static func duration(_ milliseconds: Int64) -> String {
    switch milliseconds {
    case ..<1_000: "\(milliseconds) ms"
    case ..<120_000: "\((Double(milliseconds / 100) / 10).formatted) s"
    case ..<7_200_000: "\(milliseconds / 60_000) min"
    default: "\(milliseconds / 3_600_000) h"
    }
  }
}
