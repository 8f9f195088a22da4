// SPDX-License-Identifier: MIT
import AdView
import AdWebKitGTK
import CWebKitGTK

/// Pictures of a window, and a sheet of small ones in the order in which they were taken.
@MainActor final class Pictures: AdSessionDelegate {
  private let window: UnsafeMutablePointer<GtkWidget>
  private var frames: [(picture: OpaquePointer, caption: [String])] = []
  private let start = EventLoop.now
  /// What has become of each ad: one that waits for its creative looks like one that was lost.
  private var fates: [AdUnitID: String] = [:]
  private static let columns = 6
  private static let scale = 0.4
  private static let most = 36

  private static let captionHeight: Int32 = 58

  init(of window: UnsafeMutablePointer<GtkWidget>) { self.window = window }

  nonisolated func hear(_ news: AdNews) {
    MainActor.assumeIsolated {
      switch news {
      case .changed(let change):
        fates[change.unit] =
          switch change.to {
          case .notLoaded: "not loaded"
          case .fetched: "fetched"
          case .displayed: "waits for its ad"
          case .unloaded: change.cause.rawValue
          }
      case .became(.rendered, let unit): fates[unit] = "there"
      case .became(.viewable, let unit): fates[unit] = "viewable"
      case .became(.empty, let unit): fates[unit] = "empty"
      default: break
      }
    }
  }

  /// Adds a small picture of a scene to the sheet, which holds a bounded number: beside it stand the time,
  /// how far down the page is, and what has become of the ads on the screen.
  func addFrame(of scene: any Scene, in page: AdPage) {
    guard frames.count < Self.most, let picture = host_picture(window, Self.scale) else { return }
    let ads = scene.slotsOnScreen.map { slot in
      let seen = page.session.geometry(of: slot.unit)?.visibleFraction ?? 0
      return "\(slot.unit) \(fates[slot.unit] ?? "not loaded"), \(Int((seen * 100).rounded())) %"
    }
    let time = Double((EventLoop.now - start) / 100) / 10
    let first = "\(time) s, at \(Int(scene.offset)), \(page.session.liveViews) views"
    frames.append((picture, [first] + (ads.isEmpty ? ["no ad here"] : ads.sorted())))
  }

  /// Writes what the window shows now as a PNG file.
  func write(to path: String) {
    guard let picture = host_picture(window, 1) else { return }
    cairo_surface_write_to_png(picture, path)
    cairo_surface_destroy(picture)
  }

  /// Writes the sheet as a PNG file, row by row.
  func writeSheet(to path: String) {
    guard let first = frames.first?.picture else { return }
    let gap: Int32 = 6
    let width = frames.map { cairo_image_surface_get_width($0.picture) }.max() ?? 0
    let height =
      (frames.map { cairo_image_surface_get_height($0.picture) }.max() ?? 0) + Self.captionHeight
    let columns = min(Self.columns, frames.count)
    let rows = (frames.count + columns - 1) / columns
    let sheet = cairo_surface_create_similar_image(
      first, CAIRO_FORMAT_RGB24, Int32(columns) * (width + gap) + gap,
      Int32(rows) * (height + gap) + gap)
    let context = cairo_create(sheet)
    cairo_set_source_rgb(context, 0.3, 0.3, 0.35)
    cairo_paint(context)
    for (index, frame) in frames.enumerated() {
      let x = gap + Int32(index % columns) * (width + gap)
      let y = gap + Int32(index / columns) * (height + gap)
      cairo_set_source_surface(
        context, frame.picture, Double(x), Double(y + Self.captionHeight))
      cairo_paint(context)
      cairo_save(context)
      cairo_rectangle(
        context, Double(x), Double(y), Double(width), Double(Self.captionHeight))
      cairo_clip(context)
      cairo_set_source_rgb(context, 1, 1, 1)
      cairo_set_font_size(context, 10)
      for (line, text) in frame.caption.prefix(4).enumerated() {
        cairo_move_to(context, Double(x), Double(y + 12 + Int32(line) * 13))
        cairo_show_text(context, text)
      }
      cairo_restore(context)
    }
    cairo_destroy(context)
    cairo_surface_write_to_png(sheet, path)
    cairo_surface_destroy(sheet)
  }
}
