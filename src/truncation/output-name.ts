// Crockford's digits: they sort as the numbers do, and none looks like another.
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_DIGITS = 10;
const COUNT_DIGITS = 4;
const RANDOM_DIGITS = 12;
const ID_DIGITS = TIME_DIGITS + COUNT_DIGITS + RANDOM_DIGITS;
const OUTPUT_NAME = new RegExp(`^tool_[${DIGITS}]{${ID_DIGITS}}_([a-z0-9-]{1,64})$`);
// Names that stay what they are on every file system, also where case does not count.
const PLAIN_SESSION_ID = /^(?!hashed-)[a-z0-9-]{1,36}$/;

/** Where ids get time and chance from. */
export interface OutputIdSources {
  /** Milliseconds since the epoch; may go back. */
  readonly now: () => number;
  /** Fills the array with random bytes. */
  readonly fillRandom: (bytes: Uint8Array) => void;
}

/**
 * Makes a source of ascending ids: 26 characters that sort by the time they were made, within one process also where the
 * clock stands still or goes back. The random part keeps processes apart and makes an id hard to guess.
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

/** The file name of a stored output; says whose it is, so that every process can tell. */
export function outputName(id: string, sessionId: string): string {
  return `tool_${id}_${sessionKey(sessionId)}`;
}

/** Whether a file name is that of an output which one of the sessions stored. */
export function ownsOutputName(name: string, sessionIds: readonly string[]): boolean {
  const key = OUTPUT_NAME.exec(name)?.[1];
  return key !== undefined && sessionIds.some((sessionId) => sessionKey(sessionId) === key);
}

/** The id itself where it can be part of a file name; else two hashes of it, behind a mark that no plain id has. */
function sessionKey(sessionId: string): string {
  if (PLAIN_SESSION_ID.test(sessionId)) return sessionId;
  return `hashed-${hash(sessionId, 0xcbf29ce484222325n)}${hash(sessionId, 0x9e3779b97f4a7c15n)}`;
}

/** FNV-1a with 64 bits over the UTF-16 code units. */
function hash(text: string, seed: bigint): string {
  let value = seed;
  for (let index = 0; index < text.length; index += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, "0");
}

function digitsOf(value: number, width: number): string {
  let rest = value;
  let digits = "";
  for (let place = 0; place < width; place += 1) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}
