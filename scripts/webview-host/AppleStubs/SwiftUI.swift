// SPDX-License-Identifier: MIT
// What the library uses of SwiftUI, as Apple's documentation declares it, so that its sources can
// be typechecked where there is no SwiftUI. Nothing of this ever runs.
@_exported public import UIKit

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
public protocol Primitive: View where Body == Never {}
extension Primitive { public var body: Never { fatalError() } }

public struct EmptyView: Primitive { public init() {} }
public struct Pair<First: View, Second: View>: Primitive {}
extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

@resultBuilder public enum ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<First: View, Second: View>(
    _ first: First, _ second: Second
  ) -> Pair<First, Second> { Pair() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

public struct ProposedViewSize: Sendable {}
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
extension EnvironmentValues { public var scenePhase: ScenePhase { .active } }
public protocol ObservableObject: AnyObject {}
@propertyWrapper public struct StateObject<Value: ObservableObject>: DynamicProperty {
  public init(wrappedValue: @autoclosure @escaping () -> Value) {}
  @MainActor public var wrappedValue: Value { fatalError() }
}
public struct Text: Primitive { public init(_ text: String) {} }
public struct ScrollView<Content: View>: Primitive {
  public init(@ViewBuilder content: () -> Content) {}
}
public struct Color: Primitive, Sendable { public static var clear: Color { Color() } }
public struct Alignment: Sendable { public static var center: Alignment { Alignment() } }
public enum CoordinateSpace: Sendable { case global, local, named(String) }
public struct GeometryProxy {
  public var size: CGSize { .zero }
  public func frame(in coordinateSpace: CoordinateSpace) -> CGRect { .zero }
}
public struct GeometryReader<Content: View>: Primitive {
  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {}
}

public protocol DynamicProperty {}
@propertyWrapper public struct State<Value>: DynamicProperty {
  public init(wrappedValue: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { _ = newValue }
  }
  public var projectedValue: Binding<Value> { fatalError() }
}
extension State where Value: ExpressibleByNilLiteral {
  public init() { self.init(wrappedValue: nil) }
}
@propertyWrapper public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { _ = newValue }
  }
}
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
public struct EnvironmentValues {
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { Key.defaultValue }
    set { _ = newValue }
  }
}
public protocol PreferenceKey {
  associatedtype Value
  static var defaultValue: Value { get }
  static func reduce(value: inout Value, nextValue: () -> Value)
}

public struct Animation: Sendable {
  public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
}
@MainActor public func withAnimation<Result>(
  _ animation: Animation? = nil, _ body: () throws -> Result
) rethrows -> Result { try body() }

public struct ModifiedContent<Content, Modifier>: View {
  public var body: Never { fatalError() }
}
@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = EmptyView
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

extension View {
  public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent()
  }
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  public func frame(maxWidth: CGFloat?) -> some View { self }
  public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  ) -> some View { self }
  public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  ) -> some View { self }
  public func allowsHitTesting(_ enabled: Bool) -> some View { self }
  public func id<ID: Hashable>(_ id: ID) -> some View { self }
  public func coordinateSpace<Name: Hashable>(name: Name) -> some View { self }
  public func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { self }
  public func preference<Key: PreferenceKey>(
    key: Key.Type = Key.self, value: Key.Value
  ) -> some View { self }
  public func onPreferenceChange<Key: PreferenceKey>(
    _ key: Key.Type = Key.self, perform action: @escaping @Sendable (Key.Value) -> Void
  ) -> some View where Key.Value: Equatable { self }
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, perform action: @escaping (Value) -> Void
  ) -> some View { self }
}

@MainActor @preconcurrency public struct UIViewRepresentableContext<
  Representable: UIViewRepresentable
> {
  public let coordinator: Representable.Coordinator
}
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>
  func makeUIView(context: Context) -> UIViewType
  func updateUIView(_ uiView: UIViewType, context: Context)
  static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator)
  func makeCoordinator() -> Coordinator
  func sizeThatFits(
    _ proposal: ProposedViewSize, uiView: UIViewType, context: Context
  ) -> CGSize?
}
extension UIViewRepresentable {
  public func sizeThatFits(
    _ proposal: ProposedViewSize, uiView: UIViewType, context: Context
  ) -> CGSize? { nil }
}
extension UIViewRepresentable {
  public var body: Never { fatalError() }
  public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
}
extension UIViewRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}
