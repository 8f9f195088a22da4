// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum SQLiteConfiguration {}
public enum SQLiteConnection {}
public enum SQLiteDatabase {}
public enum SQLiteRow {}
