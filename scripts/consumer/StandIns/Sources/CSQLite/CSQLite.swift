// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum sqlite3_database {}
