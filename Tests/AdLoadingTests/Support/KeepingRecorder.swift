// SPDX-License-Identifier: MIT
import AdLoading
import AdModel

/// A recorder that keeps everything in memory.
final class KeepingRecorder: TransitionRecording {
  var kept: [Transition] = []

  func record(_ transitions: [Transition]) { kept += transitions }
}
