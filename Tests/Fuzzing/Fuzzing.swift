// SPDX-License-Identifier: MIT
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which reader is tried, by `ADVIEW_FUZZ_TARGET`.
private let target: FuzzTarget = {
  guard let name = unsafe getenv("ADVIEW_FUZZ_TARGET"),
    let target = FuzzTarget(rawValue: unsafe String(cString: name))
  else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("ADVIEW_FUZZ_TARGET names none of \(names)")
  }
  return target
}()

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func tryOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.take(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private typealias Arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

/// libFuzzer's own driver.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<Arguments?>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Where the package's linker lets a program called fuzzing begin.
@_cdecl("fuzzing_main")
public func begin(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = unsafe (count, arguments)
  return unsafe runDriver(&count, &arguments, tryOneInput)
}
