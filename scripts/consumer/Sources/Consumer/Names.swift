// SPDX-License-Identifier: MIT

import AdView
import CSQLite
import CryptoKit
import Didomi
import FluentKit
import GoogleMobileAds
import OTPublishersHeadlessSDK
import PrebidMobile
import SQLiteKit
import SwiftUI
import UserMessagingPlatform

/// The others' types, called as an app calls them. One that AdView has too would be ambiguous here.
typealias Theirs = (
  AES, AdChoicesView, AdFormat, AdLoader, AdManagerBannerView, AdManagerRequest, AdPosition,
  AdReward, AdSize, AdUnit, AdValue, Animation, App, AppOpenAd, BannerAdUnit, BannerParameters,
  PrebidMobile.BannerView, BidInfo, Binding, ChaChaPoly, Color, ConsentForm, ConsentInformation,
  ConsentStatus, CurrentUserStatus, Curve25519, Database, DebugGeography, DebugSettings, Digest,
  Environment,
  Event, EventListener, ExternalUserId, Extras, FormStatus, Gender, Gesture, Group, HKDF, HMAC,
  HashFunction, Host,
  Insecure, InterstitialAd, InterstitialAdUnit, Label, Layout, LogLevel, MediaContent, MediaView,
  Migration, MobileAds, Model, PrebidMobile.NativeAd, NativeAdImage, NativeAdView, NativeAsset,
  NativeRequest, P256, Page, PageMetadata, PageRequest, Path, Prebid, PrebidRequest, QueryInfo,
  Request, RequestConfiguration, RequestError, RequestParameters, ResponseInfo, ResultCode,
  RewardedAd, SHA256, SHA256Digest, SHA384, SHA512, SQLiteConfiguration, SQLiteConnection,
  SQLiteDatabase, SQLiteRow, Scene, Schema, Section, Signal, SignalRequest, Signals, State,
  SymmetricKey, Targeting, Text, Transition, VersionNumber, VideoController, VideoOptions,
  VideoParameters, View, sqlite3_database
)

/// Ours beside them. One that another module has too would be ambiguous here.
typealias Ours = (
  AdClock, AdDatabase, AdFrame, AdLabel, AdRect, AdSession, AdTargeting, AdUnitID, BundleBuilder,
  ConsentChoice, ConsentChoices, ConsentGate, ConsentRecord, ConsentRepository, ConsentStatement,
  ContentHash, CreativeSize, GateAnswer, HistoryRepository, InjectionBundle, InventoryRepository,
  InventoryUnit, JSONValue, LoadState, LoadStatistics, LoadTransition, LoadingThresholds,
  MasonryGrid, PageEffect, PageEvent, PageID, SubjectKey, Timestamp
)
