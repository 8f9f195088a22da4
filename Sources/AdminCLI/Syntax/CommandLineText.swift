// SPDX-License-Identifier: MIT
import AdSystem

extension [String] {
  /// Arguments of this program as a line to copy into a shell.
  package var asLine: String {
    (["adview-admin"] + map(\.quotedForShell)).joined(separator: " ")
  }
}
