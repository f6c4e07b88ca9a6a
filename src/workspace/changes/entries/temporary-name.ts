import { fnv1a } from "../../../text/index.js";

const PREFIX = ".collet-";
const SUFFIX = ".tmp";
const RANDOM_DIGITS = 16;

const PATTERN = /^\.collet-([0-9a-f]{8})-[0-9a-f]{16}\.tmp$/;

/**
 * Returns a name for a temporary file that cannot be guessed and is easy to recognise.
 *
 * @param name - name of the file that the temporary file will replace, or was
 */
export function temporaryName(name: string): string {
  // `randomUUID` takes its bytes from a pool, which is faster than fetching single bytes. Two bits of its last digits
  // are fixed.
  const random = globalThis.crypto.randomUUID().replaceAll("-", "").slice(-RANDOM_DIGITS);
  return `${PREFIX}${temporaryTag(name)}-${random}${SUFFIX}`;
}

/** Returns whether a name was made by {@link temporaryName}: a leftover of a process that was killed during a write. */
export function isTemporaryName(name: string): boolean {
  return PATTERN.test(name);
}

/** Returns the part of a temporary name that says which file it belongs to; `undefined` for any other name. */
export function tagOfTemporary(name: string): string | undefined {
  return PATTERN.exec(name)?.[1];
}

/**
 * Returns the tag that the temporary names of a file share: the holder of the file's lock knows that no living process
 * works with another file of this tag. FNV-1a over the code units.
 */
export function temporaryTag(name: string): string {
  return fnv1a(name).toString(16).padStart(8, "0");
}
