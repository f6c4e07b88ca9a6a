/** Reasons why patterns created at run time take linear time, by file. */
export const RUN_TIME_PATTERNS: Readonly<Record<string, string>> = {
  "adapters/json-schema/schema-keywords.ts": "compiled to check whether it is valid, never matched",
  "adapters/mcp/sanitize-schema.ts": "compiled to check whether it is valid, never matched",
  "backends/local/shell/environment/child-environment.ts":
    "alternatives from the host, matched with names of variables",
  "backends/local/web/pages/visible-text.ts": "matches one character at a time",
  "backends/memory/expression/character-set.ts": "matches a text of one character",
  "backends/memory/expression/escape.ts": "compiled to check whether it is valid, never matched",
  "fuzzy/match/invisible-characters.ts": "matches one character at a time",
  "fuzzy/text/elision.ts": "matched with lines of at most 160 characters",
  "permissions/hidden-characters.ts": "matches one character at a time",
  "permissions/programs/value-patterns.ts":
    "one repeated class after the start, matched with one word of a command",
  "permissions/commands/read-plain-command.ts":
    "sticky; bare and quoted parts begin with different characters",
  "permissions/commands/plain-shell-text.ts": "anchored; every repetition is bounded",
  "permissions/commands/run-time-arithmetic.ts":
    "every repetition is bounded by 300, and alternatives begin with different characters",
  "permissions/runners/git-configuration.ts": "anchored names with one wildcard, matched with one word",
  "permissions/shell/command-facts.ts":
    "fixed names before the end of a word, each tried at the start of the word and after a slash",
  "permissions/shell/strict-tokens.ts":
    "sticky; single characters repeat, and none of them is the closing quote",
  "schema/document/json-schema-validator.ts": "compiled to check whether it is valid, never matched",
  "testing/recording/portable-values.ts": "a fixed text of the recording test",
  "tools/agents/found/parse-ranges.ts": "tried at the start of a text; every repetition is bounded",
  "tools/checks/find/python-checks.ts": "a fixed name after the blanks at the start of a line",
  "tools/files/format/formatters.ts": "a fixed name after the blanks at the start of a line",
  "tools/shell/plain-output.ts": "the repeated part of a sequence contains no character that begins one",
  "truncation/output-name.ts": "fixed numbers of digits",
  "text/hidden-characters.ts": "a literal that matches one character, with the flag g",
};
