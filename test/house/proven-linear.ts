/** One token of a pattern: an atom or part of a quantifier. */
const TOKEN = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)|\[(?:\\.|[^\]\\])*\]|[^\\[]/gsy;

/** Limit of combinations in which the bounded repetitions of a pattern are tried at one position. */
const MAX_COMBINATIONS = 1_000;

/**
 * Returns whether the tokens of a pattern prove that it is linear; `false` proves nothing.
 *
 * The bounded repetitions multiply to a limited number of combinations. In addition, the pattern has no unbounded repetition, or
 * exactly one, of a single character, and either no token after it can fail or the pattern is tried at only one position.
 */
export function isProvenLinear({ source, flags }: RegExp): boolean {
  if (/\\[1-9k]/.test(source)) return false;
  const tokens: readonly string[] = source.match(TOKEN) ?? [];
  if (tokens.join("") !== source) return false;
  const repeats: number[] = [];
  let combinations = 1;
  for (const [index, token] of tokens.entries()) {
    const times = repetition(tokens, index);
    if (times === undefined) continue;
    if (times !== Number.POSITIVE_INFINITY) combinations *= times;
    // A repeated group may contain a repetition. Only an optional group cannot multiply it.
    if (tokens[index - 1] === ")" && token !== "?") return false;
    if (times === Number.POSITIVE_INFINITY) repeats.push(index);
  }
  if (combinations > MAX_COMBINATIONS) return false;
  const [only] = repeats;
  if (only === undefined) return true;
  if (repeats.length > 1) return false;
  const rest = tokens.slice(only + 1).join("");
  const hasChoice = tokens.includes("|");
  const hasGroup = tokens.includes("(");
  const startsOnce = (tokens[0] === "^" && !flags.includes("m")) || flags.includes("y");
  if (startsOnce && !hasChoice) return true;
  // A minimum count can fail after the last character, as in `x{9,}`.
  const isPlain = tokens[only] === "*" || tokens[only] === "+";
  return isPlain && (rest === "" || rest === "?") && !(hasChoice && hasGroup);
}

/** Returns how often the preceding token may occur, if the token at an index is a quantifier. */
function repetition(tokens: readonly string[], index: number): number | undefined {
  const token = tokens[index];
  if (token === "*" || token === "+") return Number.POSITIVE_INFINITY;
  if (token === "?") {
    const before = tokens[index - 1] ?? "";
    // `(?:` begins a group, and a `?` after a repetition makes it lazy.
    return before === "(" || before === "*" || before === "+" || before === "}" ? undefined : 2;
  }
  if (token !== "{") return undefined;
  const bounds = /^\{(\d+)(,?)(\d*)\}/.exec(tokens.slice(index, index + 16).join(""));
  if (bounds === null) return undefined;
  const [, least, comma, most] = bounds;
  if (comma === "") return 1;
  return most === "" ? Number.POSITIVE_INFINITY : Number(most) - Number(least) + 1;
}
