// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum ConsentForm {}
public enum ConsentInformation {}
public enum ConsentStatus {}
public enum DebugGeography {}
public enum DebugSettings {}
public enum FormStatus {}
public enum RequestParameters {}
