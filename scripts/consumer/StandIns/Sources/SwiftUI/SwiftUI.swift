// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum Animation {}
public enum App {}
public enum Binding {}
public enum Color {}
public enum Environment {}
public enum Gesture {}
public enum Group {}
public enum Label {}
public enum Layout {}
public enum Path {}
public enum Scene {}
public enum Section {}
public enum State {}
public enum Text {}
public enum Transition {}
public enum View {}
