// SPDX-License-Identifier: MIT
// What the library uses of UIKit, as Apple's documentation declares it, so that its sources can be
// typechecked where there is no UIKit. Nothing of this ever runs.
@_exported public import Foundation

@MainActor open class UIResponder: NSObject {}
@MainActor open class UIWindow: UIView {
  public struct Level: Hashable, Sendable { public var rawValue: CGFloat { 0 } }
  open var windowScene: UIWindowScene? { nil }
  open var windowLevel: Level { Level() }
}
@MainActor public protocol UICoordinateSpace: NSObjectProtocol { var bounds: CGRect { get } }
@MainActor open class UIWindowScene: UIScene {
  open var windows: [UIWindow] { [] }
  open var coordinateSpace: any UICoordinateSpace { fatalError() }
}
@MainActor open class UINavigationBar: UIView {}
@MainActor open class UITabBar: UIView {}
@MainActor open class UIToolbar: UIView {}
@MainActor open class UIVisualEffectView: UIView {}
open class CALayer: NSObject { open var contents: Any? }
public struct CGColor { public var alpha: CGFloat { 1 } }
extension CGRect {
  public func inset(by insets: UIEdgeInsets) -> CGRect { self }
}

@MainActor open class UIView: UIResponder {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var curveEaseInOut: AnimationOptions { [] }
  }

  public init(frame: CGRect) { self.frame = frame }
  public required init?(coder: NSCoder) { nil }
  open var frame: CGRect
  open var bounds: CGRect { frame }
  open var superview: UIView? { nil }
  open var subviews: [UIView] { [] }
  open var window: UIWindow? { nil }
  open var clipsToBounds = false
  open var isHidden = false
  open var isOpaque = true
  open var backgroundColor: UIColor?
  open var alpha: CGFloat = 1
  open var layer: CALayer { CALayer() }
  open var isUserInteractionEnabled = true
  open var accessibilityElementsHidden = false
  open var intrinsicContentSize: CGSize { frame.size }
  open func addSubview(_ view: UIView) {}
  open func insertSubview(_ view: UIView, at index: Int) {}
  open func removeFromSuperview() {}
  open func layoutSubviews() {}
  open func setNeedsLayout() {}
  open func layoutIfNeeded() {}
  open func invalidateIntrinsicContentSize() {}
  open func convert(_ rect: CGRect, to view: UIView?) -> CGRect { rect }
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {}
  open func didMoveToWindow() {}
  open class var inheritedAnimationDuration: TimeInterval { 0 }
  open class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions,
    animations: @escaping () -> Void, completion: ((Bool) -> Void)?
  ) {}
}

@MainActor open class UIScrollView: UIView {
  @objcDynamic open var contentOffset = CGPoint.zero
  open var contentSize = CGSize.zero
  open var isScrollEnabled = true
  open var bounces = true
  open var scrollsToTop = true
  open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic
  open var adjustedContentInset: UIEdgeInsets { UIEdgeInsets() }
  public enum ContentInsetAdjustmentBehavior: Int, Sendable { case automatic, never }
}
public struct UIEdgeInsets: Sendable {
  public var top: CGFloat = 0
  public var left: CGFloat = 0
  public var bottom: CGFloat = 0
  public var right: CGFloat = 0
}
@MainActor open class UIColor: NSObject {
  open class var clear: UIColor { UIColor() }
  open var cgColor: CGColor { CGColor() }
}
@MainActor public enum UIAccessibility {
  public static var isReduceMotionEnabled: Bool { false }
}

/// Foundation observes keys through the Objective-C runtime, which Linux does not have.
@propertyWrapper public struct objcDynamic<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
open class NSKeyValueObservation: NSObject {}
public struct NSKeyValueObservedChange<Value> {}
extension UIScrollView {
  public func observe<Value>(
    _ keyPath: KeyPath<UIScrollView, Value>,
    changeHandler: @escaping @Sendable (UIScrollView, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation { NSKeyValueObservation() }
}

@MainActor open class UIFont: NSObject {
  public struct Weight: Hashable, Sendable {
    public static var ultraLight: Weight { Weight() }
    public static var thin: Weight { Weight() }
    public static var light: Weight { Weight() }
    public static var regular: Weight { Weight() }
    public static var medium: Weight { Weight() }
    public static var semibold: Weight { Weight() }
    public static var bold: Weight { Weight() }
    public static var heavy: Weight { Weight() }
    public static var black: Weight { Weight() }
  }
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont { UIFont() }
}
public enum NSTextAlignment: Int, Sendable { case left, center, right }
@MainActor open class UILabel: UIView {
  public init() { super.init(frame: .zero) }
  public required init?(coder: NSCoder) { nil }
  open var text: String?
  open var font: UIFont!
  open var textAlignment = NSTextAlignment.left
}

@MainActor open class UITouch: NSObject {}
@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}
@MainActor open class UIGestureRecognizer: NSObject {
  public init(target: Any?, action: Selector?) {}
  open weak var delegate: (any UIGestureRecognizerDelegate)?
}
@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}
public struct Selector {}

@MainActor open class UIViewController: UIResponder {
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {}
  public required init?(coder: NSCoder) { nil }
  open var view: UIView!
  open var preferredContentSize = CGSize.zero
  open func loadView() {}
}

@MainActor open class UIScene: UIResponder {
  public nonisolated static let didEnterBackgroundNotification = Notification.Name("a")
  public nonisolated static let didActivateNotification = Notification.Name("b")
  public nonisolated static let willDeactivateNotification = Notification.Name("d")
  public nonisolated static let didDisconnectNotification = Notification.Name("e")
  public enum ActivationState: Int, Sendable {
    case unattached, foregroundActive, foregroundInactive, background
  }
  open var activationState: ActivationState { .unattached }
}
@MainActor open class UIApplication: UIResponder {
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}
  public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name("c")
  open class var shared: UIApplication { UIApplication() }
  open var connectedScenes: Set<UIScene> { [] }
  open func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
    completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
  ) {}
}
