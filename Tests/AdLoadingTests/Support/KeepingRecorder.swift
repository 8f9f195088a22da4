// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A recorder that keeps everything in memory.
final class KeepingRecorder: TransitionRecording {
  var kept: [LoadTransition] = []

  func begin(under terms: LoadingTerms) {}
  func record(_ event: LoadingEvent, at time: Int64, causing transitions: [LoadTransition]) {
    kept += transitions
  }
}
