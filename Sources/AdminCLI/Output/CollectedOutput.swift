// SPDX-License-Identifier: MIT

/// Output that is kept until it is whole.
final class CollectedOutput: OutputChannel {
  private(set) var bytes: [UInt8] = []

  let isTerminal = false
  let columns: Int? = nil

  func write(_ bytes: [UInt8]) throws(ChannelError) { self.bytes += bytes }
}
