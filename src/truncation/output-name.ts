// Crockford's digits: they sort as the numbers do, and none resembles another.
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 9;
const COUNT_DIGITS = 2;
const RANDOM_DIGITS = 6;
const ID_DIGITS = TIME_DIGITS + COUNT_DIGITS + RANDOM_DIGITS;
const KEY_DIGITS = 13;
const OUTPUT_NAME = new RegExp(`^tool_[${DIGITS}]{${ID_DIGITS}}_([${DIGITS}]{${KEY_DIGITS}})$`);

/** Sources of time and randomness for ids. */
export interface OutputIdSources {
  /** Returns milliseconds since the epoch; may decrease. */
  readonly now: () => number;
  /** Fills the array with random bytes. */
  readonly fillRandom: (bytes: Uint8Array) => void;
}

/**
 * Creates a source of ascending ids: 17 characters that sort by time of creation, within one process even if
 * the clock stops or goes back. The random part separates processes. Short, because a model reads an id in
 * every row that it finds in an output.
 */
export function createOutputIds({ now, fillRandom }: OutputIdSources): () => string {
  let lastMs = 0;
  let count = 0;
  return () => {
    const ms = Math.floor(now());
    if (ms > lastMs) {
      lastMs = ms;
      count = 0;
    } else {
      count += 1;
      if (count === DIGITS.length ** COUNT_DIGITS) {
        lastMs += 1;
        count = 0;
      }
    }
    const bytes = new Uint8Array(RANDOM_DIGITS);
    fillRandom(bytes);
    const random = Array.from(bytes, (byte) => DIGITS[byte % DIGITS.length]).join("");
    return digitsOf(lastMs, TIME_DIGITS) + digitsOf(count, COUNT_DIGITS) + random;
  };
}

/** Returns the file name of a stored output; it identifies the owner, so that every process can check it. */
export function outputName(id: string, sessionId: string): string {
  return `tool_${id}_${sessionKey(sessionId)}`;
}

/** Returns whether a file name is that of an output which one of the sessions stored. */
export function ownsOutputName(name: string, sessionIds: readonly string[]): boolean {
  const key = OUTPUT_NAME.exec(name)?.[1];
  return key !== undefined && sessionIds.some((sessionId) => sessionKey(sessionId) === key);
}

/**
 * Returns a hash of the id (FNV-1a, 64 bits) that is valid in any file name. It distinguishes sessions; it
 * does not protect a secret.
 */
function sessionKey(sessionId: string): string {
  let value = 0xcbf29ce484222325n;
  for (let index = 0; index < sessionId.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(sessionId.charCodeAt(index))) * 0x100000001b3n);
  }
  let key = "";
  for (let position = 0; position < KEY_DIGITS; position += 1) {
    key = DIGITS.charAt(Number(value & 31n)) + key;
    value >>= 5n;
  }
  return key;
}

function digitsOf(value: number, width: number): string {
  let rest = value;
  let digits = "";
  for (let position = 0; position < width; position += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
