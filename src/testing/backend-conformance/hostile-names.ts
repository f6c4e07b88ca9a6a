/** Names that programs tend to misread, with their titles; each is one valid name on POSIX systems. */
export const HOSTILE_NAMES: readonly (readonly [title: string, name: string])[] = [
  ["spaces", " two  words "],
  ["quotes", `it's "quoted"`],
  ["a line break", "one\ntwo"],
  ["a tab and a backslash", "one\ttwo\\three"],
  ["an expansion", "$HOME $(touch made) `touch made`"],
  ["a pattern", "*[a-z]?"],
  ["operators", "a;b&c|d>e<f"],
  ["a leading hyphen", "-rf"],
  ["a leading tilde", "~root"],
  ["a colon and a number", "a:1:2"],
  ["letters of several bytes", "naïve-日本-😀"],
  ["a brace and a comma", "{a,b}"],
  ["a hash and an exclamation mark", "#!a"],
  ["a comment of a control character", "bell\u0007\u001b[31m"],
  ["255 bytes", "n".repeat(255)],
];
