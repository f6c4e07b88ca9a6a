import { createYield } from "../../../values/index.js";

/** Longest index that is read, in bytes: about 150,000 files. */
export const MAX_INDEX_BYTES = 16 * 1_048_576;

// gitformat-index(5)
const SIGNATURE = 0x44495243;
const HEADER_BYTES = 12;
const CHECKSUM_BYTES = 20;
const MODE_AT = 24;
const FLAGS_AT = 60;
const EXTENDED = 0x4000;
const GITLINK = 0o160000;
const MODES: ReadonlySet<number> = new Set([0o100644, 0o100755, 0o120000, GITLINK]);
/** Extensions that move a part of the entries elsewhere: a split index, and folders of a sparse index. */
const PARTIAL_EXTENSIONS: ReadonlySet<string> = new Set(["link", "sdir"]);

/** An entry of the index of a repository. */
export interface IndexEntry {
  /** Relative to the working tree, with slashes. */
  readonly path: string;
  /** Whether it is a commit of another repository. */
  readonly isRepository: boolean;
}

/** Calls a function for each entry of an index of version 2, 3 or 4; returns false if the bytes are not a complete one. */
export async function readIndex(bytes: Uint8Array, onEntry: (entry: IndexEntry) => void): Promise<boolean> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.byteLength - CHECKSUM_BYTES;
  if (end < HEADER_BYTES || view.getUint32(0) !== SIGNATURE) return false;
  const version = view.getUint32(4);
  const count = view.getUint32(8);
  if (version < 2 || version > 4) return false;
  const pause = createYield();
  let at = HEADER_BYTES;
  let previous: Uint8Array = new Uint8Array();
  for (let entry = 0; entry < count; entry += 1) {
    const start = at;
    if (start + FLAGS_AT + 2 > end) return false;
    const mode = view.getUint32(start + MODE_AT);
    const isExtended = (view.getUint16(start + FLAGS_AT) & EXTENDED) !== 0;
    if (!MODES.has(mode) || (isExtended && version === 2)) return false;
    at = start + FLAGS_AT + (isExtended ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      const removed = readVariableLength(bytes, at);
      if (removed === undefined || removed.value > previous.byteLength) return false;
      kept = previous.byteLength - removed.value;
      at = removed.next;
    }
    const zero = bytes.indexOf(0, at);
    if (zero === -1 || zero > end) return false;
    const name = new Uint8Array(kept + zero - at);
    name.set(previous.subarray(0, kept));
    name.set(bytes.subarray(at, zero), kept);
    if (name.byteLength === 0) return false;
    previous = name;
    // Before version 4, one to eight NUL bytes make the length a multiple of eight.
    at = version === 4 ? zero + 1 : start + (Math.floor((zero - start) / 8) + 1) * 8;
    onEntry({ path: decoder.decode(name), isRepository: mode === GITLINK });
    await pause();
  }
  return hasOnlyWholeEntries(bytes, view, { at, end });
}

const decoder = new TextDecoder();

/** Returns whether no extension says that entries are stored elsewhere. */
function hasOnlyWholeEntries(
  bytes: Uint8Array,
  view: DataView,
  { at: first, end }: { readonly at: number; readonly end: number },
): boolean {
  let at = first;
  while (at + 8 <= end) {
    if (PARTIAL_EXTENSIONS.has(decoder.decode(bytes.subarray(at, at + 4)))) return false;
    at += 8 + view.getUint32(at + 4);
  }
  return at === end;
}

/** Reads a number of variable length, as in the offsets of packs. */
function readVariableLength(
  bytes: Uint8Array,
  start: number,
): { readonly value: number; readonly next: number } | undefined {
  let byte = bytes[start] ?? 0;
  let value = byte & 0x7f;
  let at = start + 1;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
    at += 1;
    if (value > MAX_INDEX_BYTES) return undefined;
  }
  return { value, next: at };
}
