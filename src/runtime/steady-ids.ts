import { describeThrown } from "../contract/index.js";
import { atOnce } from "./host/at-once.js";
import { kindOf } from "./host/kind-of.js";
import { MAX_ID_CHARACTERS } from "./sessions/index.js";

/** Ids that are remembered to tell a repeated one; older ones are forgotten. */
const MAX_REMEMBERED = 10_000;

/**
 * Returns a source of ids that are texts and differ from each other, or that throws a `TypeError` which names `ids`.
 *
 * An id that was given before gets a number behind it: two questions or sessions of one id would be taken for each other.
 */
export function steadyIds(ids: () => string): () => string {
  /** How often each id was given. */
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
      `The option ids failed, a function that makes ids of sessions and questions: ${describeThrown(thrown)}.`,
    );
  }
  if (typeof id === "string" && id !== "" && id.length <= MAX_ID_CHARACTERS) return id;
  const got = typeof id === "string" && id !== "" ? `a text of ${id.length} characters` : kindOf(id);
  throw new TypeError(
    `The option ids must return a text of 1 to ${MAX_ID_CHARACTERS} characters, but it returned ${got}.`,
  );
}
