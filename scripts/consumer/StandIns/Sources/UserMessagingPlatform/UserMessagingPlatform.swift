// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for, and what the documentation calls of them.
public enum ConsentStatus {}
public enum DebugGeography {}
public enum DebugSettings {}
public enum FormStatus {}

public final class RequestParameters {
  public init() {}
}

@MainActor public final class ConsentInformation {
  public static let shared = ConsentInformation()
  public func requestConsentInfoUpdate(with parameters: RequestParameters?) async throws {}
}

@MainActor public final class ConsentForm {
  public static func loadAndPresentIfRequired(from viewController: AnyObject?) async throws {}
}
