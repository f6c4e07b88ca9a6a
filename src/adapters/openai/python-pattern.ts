// What JavaScript's regular expressions have and Python's `re`, by which the API checks every `pattern`, has not: Unicode
// properties, `\u{...}`, named groups without a P, back references by name, and escapes of other letters.
const UNKNOWN_TO_PYTHON = /\\(?:[pPkcCeEghHiIjJKlLmMNoOqQRTVXyYzFG]|u\{)|\(\?<[a-zA-Z_$]/;

/** Whether Python's `re` compiles a pattern that JavaScript compiles: otherwise the API refuses the whole request. */
export function isPythonPattern(pattern: string): boolean {
  // An escaped backslash says nothing about the letter behind it.
  return !UNKNOWN_TO_PYTHON.test(pattern.replaceAll("\\\\", ""));
}

/** Whether a pattern looks around, which strict mode does not support. */
export function looksAround(pattern: string): boolean {
  return /\(\?<?[=!]/.test(pattern.replaceAll("\\\\", ""));
}
