// SPDX-License-Identifier: MIT

extension HostedPage {
  /// Whether an answer of a server is an ad's page: where it is not, the host calls the load off and
  /// reports it as failed.
  /// - Returns: Whether it is one of success or a redirect.
  public func accepts(status: Int) -> Bool { (200..<400).contains(status) }
}
