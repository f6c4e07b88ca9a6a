/** One token of a pattern: what it matches once, or how often. */
const TOKEN = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)|\[(?:\\.|[^\]\\])*\]|[^\\[]/gsy;

/** Ways in which the bounded repetitions of a pattern may be tried at one place. */
const MAX_WAYS = 1_000;

/**
 * Whether a pattern is linear for a reason that can be told from its letters; `false` says nothing.
 *
 * What repeats with a bound multiplies to a limited number of ways. Beyond that, nothing repeats; or one single character does,
 * once, and either nothing follows that could make the match fail, or the pattern is tried at one position alone.
 */
export function isProvenLinear({ source, flags }: RegExp): boolean {
  if (/\\[1-9k]/.test(source)) return false;
  const tokens: readonly string[] = source.match(TOKEN) ?? [];
  if (tokens.join("") !== source) return false;
  const repeats: number[] = [];
  let ways = 1;
  for (const [index, token] of tokens.entries()) {
    const times = repetition(tokens, index);
    if (times === undefined) continue;
    if (times !== Number.POSITIVE_INFINITY) ways *= times;
    // The repeated group may repeat something itself; only one that may be missing cannot multiply it.
    if (tokens[index - 1] === ")" && token !== "?") return false;
    if (times === Number.POSITIVE_INFINITY) repeats.push(index);
  }
  if (ways > MAX_WAYS) return false;
  const [only] = repeats;
  if (only === undefined) return true;
  if (repeats.length > 1) return false;
  const rest = tokens.slice(only + 1).join("");
  const hasChoice = tokens.includes("|");
  const hasGroup = tokens.includes("(");
  const startsOnce = (tokens[0] === "^" && !flags.includes("m")) || flags.includes("y");
  if (startsOnce && !hasChoice) return true;
  // A count of its own can fail behind the last character, as the one of `x{9,}` does.
  const isPlain = tokens[only] === "*" || tokens[only] === "+";
  return isPlain && (rest === "" || rest === "?") && !(hasChoice && hasGroup);
}

/** How often the token before may be there, if the one at an index says so. */
function repetition(tokens: readonly string[], index: number): number | undefined {
  const token = tokens[index];
  if (token === "*" || token === "+") return Number.POSITIVE_INFINITY;
  if (token === "?") {
    const before = tokens[index - 1] ?? "";
    // `(?:` begins a group, and a `?` behind a repetition makes it lazy.
    return before === "(" || before === "*" || before === "+" || before === "}" ? undefined : 2;
  }
  if (token !== "{") return undefined;
  const bounds = /^\{(\d+)(,?)(\d*)\}/.exec(tokens.slice(index, index + 16).join(""));
  if (bounds === null) return undefined;
  const [, least, comma, most] = bounds;
  if (comma === "") return 1;
  return most === "" ? Number.POSITIVE_INFINITY : Number(most) - Number(least) + 1;
}
