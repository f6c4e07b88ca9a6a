// Syntax of JavaScript's regular expressions that Python's `re`, with which the API checks every `pattern`, does not
// support: Unicode properties, `\u{...}`, named groups without a P, back references by name, and escapes of other letters.
const UNKNOWN_TO_PYTHON = /\\(?:[pPkcCeEghHiIjJKlLmMNoOqQRTVXyYzFG]|u\{)|\(\?<[a-zA-Z_$]/;

/**
 * Returns whether Python's `re` compiles a pattern that JavaScript compiles: otherwise the API refuses the whole request.
 */
export function isPythonPattern(pattern: string): boolean {
  // An escaped backslash does not affect the next letter.
  return !UNKNOWN_TO_PYTHON.test(pattern.replaceAll("\\\\", ""));
}

/** Returns whether a pattern has a look-around, which strict mode does not support. */
export function looksAround(pattern: string): boolean {
  return /\(\?<?[=!]/.test(pattern.replaceAll("\\\\", ""));
}
