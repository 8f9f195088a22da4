// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum Database {}
public enum Migration {}
public enum Model {}
public enum Page {}
public enum PageMetadata {}
public enum PageRequest {}
public enum Schema {}
