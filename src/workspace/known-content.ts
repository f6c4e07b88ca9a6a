import { changedLines } from "./changed-lines.js";
import { contentHash } from "./content-hash.js";

/** Largest content that is kept to say later which lines of it changed; of a larger one only the hash is. */
const MAX_COMPARED_BYTES = 1_048_576;

/** Content that a file had: enough to tell whether it still has, and which lines differ if not. */
export interface KnownContent {
  readonly hash: string | Promise<string>;
  readonly bytes?: Uint8Array;
}

/** Remembers some content. The bytes must not be changed afterwards. */
export function knownContent(bytes: Uint8Array, hash?: string): KnownContent {
  return {
    hash: hash ?? contentHash(bytes),
    ...(bytes.byteLength <= MAX_COMPARED_BYTES ? { bytes } : {}),
  };
}

/** Says how content differs from what was known, as the end of a sentence that began with the path. */
export function differenceFrom(known: KnownContent, now: Uint8Array | undefined): string {
  const lines = known.bytes === undefined || now === undefined ? undefined : changedLines(known.bytes, now);
  return lines === undefined ? "" : `: ${lines} ${lines.startsWith("line ") ? "is" : "are"} different now`;
}
