import { ToolError } from "../../contract/index.js";
import { fileFailure } from "../failure/index.js";

/** Largest name in bytes, as on the usual file systems of Linux, macOS and Windows. */
const MAX_NAME_BYTES = 255;

// UTF-8 needs at most three bytes for a UTF-16 code unit.
const MAX_BYTES_PER_CODE_UNIT = 3;

/** Throws `invalid-path` unless the name is a single path component that names an entry of a directory. */
export function requireEntryName(name: string, separators: RegExp = /\//): void {
  if (name === "" || name === "." || name === ".." || name.includes("\0") || separators.test(name)) {
    throw new ToolError(`${JSON.stringify(name)} is not a single name in a directory.`, {
      code: "invalid-path",
    });
  }
  requireNameLength(name, name);
}

/** Throws `invalid-path` for a name that is too long for the usual file systems. */
export function requireNameLength(name: string, path: string): void {
  if (name.length * MAX_BYTES_PER_CODE_UNIT <= MAX_NAME_BYTES) return;
  if (new TextEncoder().encode(name).byteLength > MAX_NAME_BYTES) throw fileFailure("name-too-long", path);
}

/** Returns the key of a name in a directory: names of the same file share a key. */
export function nameKey(name: string, { caseSensitive }: { readonly caseSensitive: boolean }): string {
  return caseSensitive ? name : name.normalize("NFC").toLowerCase();
}
