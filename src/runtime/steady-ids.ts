import { describeThrown } from "../contract/index.js";
import { atOnce } from "./host/at-once.js";
import { kindOf } from "./host/kind-of.js";
import { MAX_ID_CHARACTERS } from "./sessions/index.js";

/** Number of ids that are remembered to detect repeated ones; older ids are forgotten. */
const MAX_REMEMBERED = 10_000;

/**
 * Returns a source of distinct string ids. Throws a `TypeError` that names the option `ids` when the host's function
 * fails.
 *
 * A repeated id gets a number appended, because two questions or sessions with one id would be mistaken for each
 * other.
 */
export function steadyIds(ids: () => string): () => string {
  /** How often each id was returned. */
  const given = new Map<string, number>();
  return () => {
    const id = readId(ids);
    const times = (given.get(id) ?? 0) + 1;
    given.delete(id);
    given.set(id, times);
    if (given.size > MAX_REMEMBERED) given.delete(given.keys().next().value as string);
    return times === 1 ? id : `${id}-${times}`;
  };
}

function readId(ids: () => string): string {
  let id: unknown;
  try {
    id = atOnce<unknown>(ids());
  } catch (thrown) {
    throw new TypeError(
      `The function in the option ids, which makes ids of sessions and questions, failed: ${describeThrown(thrown)}.`,
    );
  }
  if (typeof id === "string" && id !== "" && id.length <= MAX_ID_CHARACTERS) return id;
  const got = typeof id === "string" && id !== "" ? `a string of ${id.length} characters` : kindOf(id);
  throw new TypeError(
    `The option ids must return a string of 1 to ${MAX_ID_CHARACTERS} characters, but it returned ${got}.`,
  );
}
