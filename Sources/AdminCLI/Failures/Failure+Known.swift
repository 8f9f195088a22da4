// SPDX-License-Identifier: MIT
import AdConsent
import AdModel
import AdSQLite
import AdSystem

extension Failure {
  /// What an error of any target means to whoever typed the command.
  package init(describing error: any Error) {
    switch error {
    case let failure as Failure:
      self = failure
    case let invalid as InvalidValue:
      self.init(.usage, "\(invalid.description).")
    case let json as JSONError:
      self.init(.badData, "\(json.description).", try: "correct the document there")
    case let string as TCStringError:
      self.init(.badData, "\(string.description).", try: Self.anotherString)
    case let string as ConsentStringError:
      self.init(.badData, "\(string.description).", try: Self.anotherString)
    case let section as GPPSectionError:
      self.init(.badData, "\(section.description).", try: Self.anotherString)
    case let call as FileLayerError:
      self.init(FileError(call, call.path))
    case let file as FileError:
      self.init(file)
    case let channel as ChannelError:
      self.init(channel)
    default:
      self.init(.inputOutput, "\(error).")
    }
  }

  private static let anotherString =
    "take the string from the consent platform again: this one is cut short or altered"

  private init(_ error: FileError) {
    let path = error.path.quotedForDisplay
    switch error.kind {
    case .missing:
      self.init(.notFound, "there is no file \(path).", try: "check the path")
    case .exists:
      self.init(
        .cannotCreate, "\(path) is not replaced: \(error.reason).", try: "give another folder")
    case .cannotCreate:
      self.init(
        .cannotCreate, "cannot create \(path): \(error.reason).",
        try: "check the path, and that you may write in its folder")
    case .tooLarge:
      self.init(.badData, "\(path) holds \(error.reason), the most that is read.", try: "split it")
    case .failed:
      self.init(
        .inputOutput, "cannot read or write \(path): \(error.reason).",
        try: "check the path, and that you may use the file")
    }
  }

  private init(_ error: ChannelError) {
    switch error {
    case .closedByReader: self.init(.done, "nobody reads the output.")
    case .interrupted: self.init(.interrupted, "interrupted.")
    case .tooLarge(let limit):
      self.init(
        .badData, "standard input holds more than \(limit) bytes, the most that is read.",
        try: "split it")
    case .failed(let reason): self.init(.inputOutput, "\(reason).")
    }
  }
}
