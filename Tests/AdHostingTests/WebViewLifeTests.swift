// SPDX-License-Identifier: MIT
import AdModel
import Testing

@testable import AdHosting

/// The life of one web view, where its page does what none should.
@Suite struct WebViewLifeTests {
  private static let size = CreativeSize(width: 300, height: 250)
  private var life = WebViewLife()

  @Test mutating func `a creative of a page that has not come is nobody's`() {
    #expect(life.render() == [] && life.take(Self.size) == [] && !life.isRendered)
    #expect(life.commit() == [.committed])
    #expect(life.render() == [.rendered] && life.isRendered)
  }

  @Test mutating func `what fails once all was there leaves it, and a parsed page fails`() {
    _ = life.commit()
    #expect(life.fail(isCalledOff: false) == [.failed])
    _ = life.parse()
    #expect(life.fail(isCalledOff: false) == [.failed])
    _ = life.finish()
    #expect(life.fail(isCalledOff: false) == [])
  }

  @Test mutating func `a load that is called off is a loss where it was the only one`() {
    #expect(life.fail(isCalledOff: true) == [.failed])
    _ = life.commit()
    #expect(life.fail(isCalledOff: true) == [])
  }

  @Test mutating func `each document says for itself whether it has a tag`() {
    _ = life.display()
    _ = life.commit()
    _ = life.meetTag()
    _ = life.finish()
    #expect(life.take(Self.size) == [])
    #expect(life.commit() == [.blank, .committed])
    #expect(life.take(Self.size) == [])
    #expect(life.finish() == [.parsed, .finished, .render, .rendered])
    #expect(life.commit() == [.blank, .committed])
  }

  @Test mutating func `a size that comes before anybody asked counts when somebody does`() {
    _ = life.commit()
    _ = life.finish()
    #expect(life.take(Self.size) == [])
    #expect(life.display() == [.render, .rendered])
  }

  @Test mutating func `a page is asked to render once, whichever comes first`() {
    #expect(life.display() == [])
    _ = life.commit()
    #expect(life.parse() == [.parsed, .render])
    #expect(life.parse() == [])
    #expect(life.finish() == [.finished])
    #expect(life.finish() == [])
  }
}
