import { distance } from "fastest-levenshtein";
import { isOneTypo } from "../../text/index.js";

/** A longer name is not a misspelled parameter. */
const MAX_NAME_LENGTH = 128;

/** Share of the longer name that may differ from a suggested one. */
const TOLERATED_SHARE = 0.34;

/** Minimum length of a name that suggests a longer one by being part of it: `timeout` for `timeout_ms`. */
const MIN_PART_LENGTH = 4;

/**
 * Returns the name that a model probably meant, or `undefined` if none is near: at most a third of its letters differ, or
 * one name is part of the other. Case, hyphens and underscores do not count.
 */
export function nearestParameter(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  const wanted = fold(name);
  let nearest: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const typos = isOneTypo(name, candidate) ? 0 : typosBetween(wanted, fold(candidate));
    if (typos >= fewest) continue;
    nearest = candidate;
    fewest = typos;
  }
  return nearest;
}

function typosBetween(one: string, other: string): number {
  if (other.length > MAX_NAME_LENGTH) return Number.POSITIVE_INFINITY;
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  const typos = distance(long, short);
  if (typos <= long.length * TOLERATED_SHARE) return typos;
  const isPart = short.length >= MIN_PART_LENGTH && long.includes(short);
  return isPart ? typos : Number.POSITIVE_INFINITY;
}

function fold(name: string): string {
  return name.replace(/[-_\s]/g, "").toLowerCase();
}
