// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum AdChoicesView {}
public enum AdLoader {}
public enum AdManagerBannerView {}
public enum AdManagerRequest {}
public enum AdReward {}
public enum AdSize {}
public enum AdValue {}
public enum AppOpenAd {}
public enum BannerView {}
public enum Extras {}
public enum InterstitialAd {}
public enum MediaContent {}
public enum MediaView {}
public enum MobileAds {}
public enum NativeAd {}
public enum NativeAdImage {}
public enum NativeAdView {}
public enum QueryInfo {}
public enum Request {}
public enum RequestConfiguration {}
public enum RequestError {}
public enum ResponseInfo {}
public enum RewardedAd {}
public enum Signal {}
public enum SignalRequest {}
public enum VersionNumber {}
public enum VideoController {}
public enum VideoOptions {}
