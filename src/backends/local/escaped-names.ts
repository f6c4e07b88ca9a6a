const FIRST_ESCAPE = 0xdc00;
const ASCII_END = 0x80;

/** The replacement character, which Node puts into a name for bytes that are not UTF-8. */
export const UNKNOWN_CHARACTER = "\u{fffd}";

/**
 * Returns the name of a directory entry from its bytes. A byte outside valid UTF-8 becomes an unpaired
 * surrogate (U+DC80 to U+DCFF), which no valid name contains: so every name is text, different names stay
 * different, and {@link systemPath} restores the bytes.
 */
export function nameOfBytes(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let name = "";
  for (let start = 0; start < bytes.length; ) {
    const length = sequenceLength(bytes[start] ?? 0);
    const character = decodeOrNothing(decoder, bytes.subarray(start, start + length));
    name += character ?? String.fromCharCode(FIRST_ESCAPE + (bytes[start] ?? 0));
    start += character === undefined ? 1 : length;
  }
  return name;
}

function sequenceLength(first: number): number {
  if (first < 0xc0) return 1;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function decodeOrNothing(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns a path in the form that system calls take: unchanged, or as bytes if it contains names from {@link
 * nameOfBytes}.
 */
export function systemPath(path: string): string | Buffer {
  if (!mayBeEscaped(path)) return path;
  const pieces: Buffer[] = [];
  for (const character of path) {
    const code = character.charCodeAt(0);
    const isEscape =
      character.length === 1 && code >= FIRST_ESCAPE + ASCII_END && code < FIRST_ESCAPE + 0x100;
    pieces.push(isEscape ? Buffer.of(code - FIRST_ESCAPE) : Buffer.from(character));
  }
  return Buffer.concat(pieces);
}

/** Windows allows ill-formed names, and has no other bytes. */
function mayBeEscaped(path: string): boolean {
  return process.platform !== "win32" && /[\udc80-\udcff]/.test(path);
}
