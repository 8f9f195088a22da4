// SPDX-License-Identifier: MIT

// Names of public types of the module that this one stands for; what they are is of no matter here.
public enum AES {}
public enum ChaChaPoly {}
public enum Curve25519 {}
public enum Digest {}
public enum HashFunction {}
public enum HKDF {}
public enum HMAC {}
public enum Insecure {}
public enum P256 {}
public enum SHA256 {}
public enum SHA256Digest {}
public enum SHA384 {}
public enum SHA512 {}
public enum SymmetricKey {}
