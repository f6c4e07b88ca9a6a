import { member, POSIX_MEMBERS } from "./character-set.js";
import { readEscape } from "./escape.js";
import { invalidExpression, type PatternReader } from "./pattern-reader.js";

/** Deepest nesting of brackets. */
const MAX_CLASS_DEPTH = 50;

/** Members of the empty class, which matches nothing. */
const NOTHING = "^\\u{0}-\\u{10ffff}";

const HYPHEN = 45;

type SetOperator = "&&" | "--" | "~~";

interface ClassItem {
  readonly members: string;
  /** The single character of the item, which may start a range. */
  readonly code?: number;
}

/**
 * Reads a bracketed class, for example `[a-z&&[^aeiou]]`, and returns its members in the syntax of
 * JavaScript's flag `v`; the reader is after the opening bracket.
 */
export function readClass(reader: PatternReader, depth = 1): string {
  if (depth > MAX_CLASS_DEPTH)
    throw invalidExpression(reader.pattern, `its brackets nest deeper than ${MAX_CLASS_DEPTH}`);
  const negated = reader.takeAll("^");
  let left: { readonly members: string; readonly operator: SetOperator } | undefined;
  let items: string[] = [];
  let isFirst = true;
  // A hyphen or a closing bracket at the start of a class is literal.
  while (reader.takeAll("-")) {
    items.push(member(HYPHEN));
    isFirst = false;
  }
  for (;;) {
    const character = reader.peek();
    if (character === undefined) throw invalidExpression(reader.pattern, "a [ has no ] after it");
    if (character === "]" && !isFirst) break;
    const operator = takeOperator(reader);
    if (operator !== undefined) {
      left = { members: combine(left, items), operator };
      items = [];
    } else {
      items.push(readItem(reader, depth));
    }
    isFirst = false;
  }
  reader.take();
  const members = combine(left, items);
  return negated ? `[^${members}]` : members;
}

function takeOperator(reader: PatternReader): SetOperator | undefined {
  for (const operator of ["&&", "--", "~~"] as const) {
    if (reader.takeAll(operator)) return operator;
  }
  return undefined;
}

function combine(
  left: { readonly members: string; readonly operator: SetOperator } | undefined,
  items: readonly string[],
): string {
  const right = items.length === 0 ? NOTHING : items.join("");
  if (left === undefined) return bracketed(right);
  const [first, second] = [bracketed(left.members), bracketed(right)];
  if (left.operator === "~~") return `[[${first}--${second}][${second}--${first}]]`;
  return `[${first}${left.operator}${second}]`;
}

function bracketed(members: string): string {
  return `[${members}]`;
}

function readItem(reader: PatternReader, depth: number): string {
  const low = readSingle(reader, depth);
  const next = reader.peek(1);
  const beginsRange = reader.peek() === "-" && next !== undefined && next !== "]" && next !== "-";
  if (!beginsRange) return low.members;
  reader.take();
  const high = readSingle(reader, depth);
  if (low.code === undefined || high.code === undefined) {
    throw invalidExpression(reader.pattern, "a range in brackets must be between single characters");
  }
  if (high.code < low.code) throw invalidExpression(reader.pattern, "a range in brackets runs backwards");
  return `${low.members}-${high.members}`;
}

function readSingle(reader: PatternReader, depth: number): ClassItem {
  const character = reader.take() ?? "";
  if (character === "[") {
    const posix = readPosix(reader);
    return { members: posix ?? bracketed(readClass(reader, depth + 1)) };
  }
  if (character !== "\\") return single(character.codePointAt(0) ?? 0);
  const escaped = readEscape(reader);
  if (escaped.type === "character") return single(escaped.code);
  if (escaped.type === "members") {
    return { members: escaped.negated ? `[^${escaped.members}]` : escaped.members };
  }
  throw invalidExpression(reader.pattern, "an assertion such as \\b cannot be part of a class in brackets");
}

function single(code: number): ClassItem {
  return { members: member(code), code };
}

/** Reads a class such as `[:alpha:]`; any other text that starts with `[:` is an ordinary nested class. */
function readPosix(reader: PatternReader): string | undefined {
  const start = reader.position;
  if (!reader.takeAll(":")) return undefined;
  const negated = reader.takeAll("^");
  const members = POSIX_MEMBERS.get(reader.takeUntil(":") ?? "");
  if (members === undefined || !reader.takeAll("]")) {
    reader.returnTo(start);
    return undefined;
  }
  return negated ? `[^${members}]` : `[${members}]`;
}
