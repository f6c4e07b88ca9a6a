import { describeThrown } from "../../../contract/index.js";
import { kindOf } from "../../../runtime/index.js";
import { isRecord } from "../../../values/index.js";

/** Fields of an answer that may have any value. */
export type AnswerFields = Readonly<Record<string, unknown>>;

/** Values in one answer; a larger one would block the event loop for long. */
const MAX_VALUES = 200_000;

/** Values in all entries of a list together, of which each has a part of the other limit. */
const MAX_LIST_VALUES = 1_000_000;

/** Entries of a list in an answer. */
const MAX_ENTRIES = 20_000;

/** Nesting of an answer. */
const MAX_DEPTH = 200;

/**
 * Reads the answer that the client of a host returned from a method.
 *
 * @throws Error with the method and the problem, for an answer that is not an object and for one that cannot be read
 */
export function readAnswer<Answer>(
  method: string,
  answer: unknown,
  read: (fields: AnswerFields) => Answer,
): Answer {
  const kind = kindOf(answer);
  try {
    if (isRecord(answer)) return read(answer);
  } catch (thrown) {
    throw new Error(
      `its client returned an answer from ${method} that cannot be read: ${describeThrown(thrown)}`,
    );
  }
  throw new Error(`its client returned ${kind} from ${method} instead of an answer`);
}

/** Returns the JSON form of a list in an answer. */
export function entriesOf(fields: AnswerFields, name: string): readonly unknown[] {
  const list = fields[name];
  if (!Array.isArray(list)) throw new TypeError(`${name} must be a list, not ${kindOf(list)}`);
  if (list.length > MAX_ENTRIES) throw new RangeError(`${name} has ${list.length} entries`);
  return list;
}

/** Number of values that the copies of one list may have together; each copy reduces it. */
export interface ListAllowance {
  values: number;
}

/** Returns the allowance of a new list. */
export function listAllowance(): ListAllowance {
  return { values: MAX_LIST_VALUES };
}

/**
 * Returns a copy of a value as plain JSON. Texts are shared, so that large ones cost nothing.
 *
 * @throws TypeError for a bigint, RangeError for a value that is too large or that contains itself
 */
export function jsonCopy(value: unknown, allowance: ListAllowance = listAllowance()): unknown {
  const most = Math.min(MAX_VALUES, allowance.values);
  let left = most;
  const copy = (part: unknown, depth: number): unknown => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH) throw new RangeError("it is too large or contains itself");
    if (typeof part === "bigint") throw new TypeError("it contains a bigint");
    if (typeof part === "number") return Number.isFinite(part) ? part : null;
    if (typeof part === "function" || typeof part === "symbol") return undefined;
    if (typeof part !== "object" || part === null) return part;
    if (!Array.isArray(part)) {
      const names = Object.keys(part);
      if (names.length > left) throw new RangeError("it is too large");
      const members = part as Readonly<Record<string, unknown>>;
      const entries = names.map((key) => [key, copy(members[key], depth + 1)] as const);
      return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
    }
    if (part.length > left) throw new RangeError("it is too large");
    return Array.from(part, (member: unknown) => copy(member, depth + 1) ?? null);
  };
  try {
    return copy(value, 0);
  } finally {
    allowance.values -= most - left;
  }
}
