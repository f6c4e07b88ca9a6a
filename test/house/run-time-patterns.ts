/** Why patterns that are put together at run time take linear time, by the file that makes them. */
export const RUN_TIME_PATTERNS: Readonly<Record<string, string>> = {
  "adapters/json-schema/schema-keywords.ts": "compiled to see whether it is valid, never matched",
  "adapters/mcp/sanitize-schema.ts": "compiled to see whether it is valid, never matched",
  "backends/local/shell/environment/name-matcher.ts":
    "alternatives that the host gives, matched with names of variables",
  "backends/local/web/pages/visible-text.ts": "matches one character at a time",
  "backends/memory/expression/character-set.ts": "matches a text of one character",
  "backends/memory/expression/escape.ts": "compiled to see whether it is valid, never matched",
  "fuzzy/text/elision.ts": "matched with lines of at most 160 characters",
  "permissions/hidden-characters.ts": "matches one character at a time",
  "permissions/programs/value-patterns.ts":
    "one repeated class behind the beginning, of one word of a command",
  "permissions/commands/read-plain-command.ts":
    "sticky; bare and quoted parts begin with different characters",
  "permissions/shell/strict-tokens.ts":
    "sticky; what repeats is one character, and none of them is the quote that ends it",
  "schema/document/json-schema-validator.ts": "compiled to see whether it is valid, never matched",
  "testing/recording/portable-values.ts": "a fixed text of the test that records",
  "tools/agents/found/parse-ranges.ts":
    "tried at the beginning of a text; every repetition in it has a bound",
  "tools/checks/find/python-checks.ts": "a fixed name behind the blanks at the start of a line",
  "tools/files/format/formatters.ts": "a fixed name behind the blanks at the start of a line",
  "tools/shell/plain-output.ts": "what repeats in a sequence holds no character that begins one",
  "truncation/output-name.ts": "fixed numbers of digits",
  "text/hidden-characters.ts": "the literal beside it, one character, with the flag g",
};
