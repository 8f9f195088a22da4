// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum AdFormat {}
public enum AdPosition {}
public enum AdUnit {}
public enum BannerAdUnit {}
public enum BannerParameters {}
public enum BannerView {}
public enum BidInfo {}
public enum ExternalUserId {}
public enum Gender {}
public enum Host {}
public enum InterstitialAdUnit {}
public enum LogLevel {}
public enum NativeAd {}
public enum NativeAsset {}
public enum NativeRequest {}
public enum Prebid {}
public enum PrebidRequest {}
public enum ResultCode {}
public enum Signals {}
public enum Targeting {}
public enum VideoParameters {}
