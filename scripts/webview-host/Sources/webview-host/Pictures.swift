// SPDX-License-Identifier: MIT
import CWebKitGTK

/// Pictures of a window, and a sheet of small ones in the order in which they were taken.
@MainActor final class Pictures {
  private let window: UnsafeMutablePointer<GtkWidget>
  private var frames: [OpaquePointer] = []
  private static let columns = 6
  private static let scale = 0.4
  private static let most = 36

  init(of window: UnsafeMutablePointer<GtkWidget>) { self.window = window }

  /// Adds a small picture to the sheet, which holds a bounded number.
  func addFrame() {
    guard frames.count < Self.most, let picture = host_picture(window, Self.scale) else { return }
    frames.append(picture)
  }

  /// Writes what the window shows now as a PNG file.
  func write(to path: String) {
    guard let picture = host_picture(window, 1) else { return }
    cairo_surface_write_to_png(picture, path)
    cairo_surface_destroy(picture)
  }

  /// Writes the sheet as a PNG file, row by row.
  func writeSheet(to path: String) {
    guard let first = frames.first else { return }
    let gap: Int32 = 6
    let width = frames.map(cairo_image_surface_get_width).max() ?? 0
    let height = frames.map(cairo_image_surface_get_height).max() ?? 0
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
      cairo_set_source_surface(context, frame, Double(x), Double(y))
      cairo_paint(context)
    }
    cairo_destroy(context)
    cairo_surface_write_to_png(sheet, path)
    cairo_surface_destroy(sheet)
  }
}
