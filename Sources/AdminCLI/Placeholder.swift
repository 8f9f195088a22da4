// placeholder
#if canImport(Glibc)
  internal import Glibc
#endif
