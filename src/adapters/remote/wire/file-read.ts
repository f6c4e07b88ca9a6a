import { isRecord } from "../../../values/index.js";

/** A file that a session has read or written, which a later worker must know to protect it. */
export interface FileRead {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of the content in hexadecimal; absent if only parts were read, which a later worker counts as changed. */
  readonly hash?: string;
}

/** Most files in one message. */
export const MAX_READS = 1_000;

/** UTF-16 code units of all paths in one message; with escapes they need 1.5 MB of the 8 MiB of a frame. */
export const MAX_READ_CHARACTERS = 262_144;

/** UTF-16 code units of a path: the longest of Linux. */
const MAX_PATH_CHARACTERS = 4_096;

const HASH = /^[0-9a-f]{64}$/;

/** Reads the files in a message; what is malformed is passed over. */
export function readFileReads(value: unknown): readonly FileRead[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_READS).flatMap((each: unknown): readonly FileRead[] => {
    if (!isRecord(each)) return [];
    const { path, hash } = each;
    if (typeof path !== "string" || !path.startsWith("/") || path.length > MAX_PATH_CHARACTERS) return [];
    return [typeof hash === "string" && HASH.test(hash) ? { path, hash } : { path }];
  });
}

/** Splits files into messages. */
export function readMessages(reads: Iterable<FileRead>): readonly (readonly FileRead[])[] {
  const messages: FileRead[][] = [];
  let characters = 0;
  for (const read of reads) {
    const last = messages.at(-1);
    characters += read.path.length;
    if (last !== undefined && last.length < MAX_READS && characters <= MAX_READ_CHARACTERS) last.push(read);
    else {
      messages.push([read]);
      characters = read.path.length;
    }
  }
  return messages;
}
