import { fnv1a } from "../../../text/index.js";

const PREFIX = ".collet-";
const SUFFIX = ".tmp";
const RANDOM_DIGITS = 16;

const PATTERN = /^\.collet-([0-9a-f]{8})-[0-9a-f]{16}\.tmp$/;

/**
 * A name for a temporary file that nobody can guess and everybody can recognise.
 *
 * @param name - of the file that the temporary one is to become, or was
 */
export function temporaryName(name: string): string {
  // A UUID comes from a stock of random bytes, which single bytes would be fetched for. Of its last digits two bits are fixed.
  const random = globalThis.crypto.randomUUID().replaceAll("-", "").slice(-RANDOM_DIGITS);
  return `${PREFIX}${temporaryTag(name)}-${random}${SUFFIX}`;
}

/** Whether a name is one of {@link temporaryName}'s: a leftover of a process that was killed in the middle of a write. */
export function isTemporaryName(name: string): boolean {
  return PATTERN.test(name);
}

/** The part of a temporary name that says which file it belongs to; `undefined` for any other name. */
export function tagOfTemporary(name: string): string | undefined {
  return PATTERN.exec(name)?.[1];
}

/**
 * What the temporary names of a file have in common: whoever holds the lock of the file knows that no living process works
 * with another file of this tag. FNV-1a over the code units.
 */
export function temporaryTag(name: string): string {
  return fnv1a(name).toString(16).padStart(8, "0");
}
