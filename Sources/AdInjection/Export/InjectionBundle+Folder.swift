// SPDX-License-Identifier: MIT
package import AdModel

/// One file of an export.
package struct ExportedFile: Equatable, Sendable {
  /// Its name, without a folder.
  package let name: String
  /// The file's content.
  package let text: String
}

extension InjectionBundle {
  /// The bundle as a folder: `manifest.json`, then the scripts to inject in files numbered by their
  /// order, and those to evaluate later in files that begin with `host-`.
  ///
  /// The numbers are those of the order of all scripts, so that a file keeps its name when another
  /// script comes or goes. What else lies in a folder is stale and should go.
  ///
  /// - Throws: `JSONError` with `notFinite`, which a checked unit never causes.
  package func folder() throws(JSONError) -> [ExportedFile] {
    let manifest = ExportedFile(
      name: "manifest.json", text: try manifest.text(.pretty) + "\n")
    let injected = scripts + [hostScripts.contentPage.tracker]
    return [manifest] + injected.map { ExportedFile(name: $0.fileName, text: $0.source) }
      + hostScripts.evaluated.map { ExportedFile(name: $0.fileName, text: $0.source) }
  }
}
