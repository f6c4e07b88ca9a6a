import {
  type DirectoryEntry,
  type FileStat,
  type FileType,
  type ResolvedPath,
  ToolError,
} from "../../../contract/index.js";
import { isRecord, isTextList } from "../../../values/index.js";
import { MAX_BATCH_ITEMS } from "../wire/index.js";

const TYPES: readonly unknown[] = ["file", "directory", "symlink", "other"] satisfies FileType[];

/** UTF-16 code units of a name. File systems of Linux allow 255 bytes, some of others more. */
const MAX_NAME_CHARACTERS = 1_024;

/** Returns the error for an answer that a worker of this version does not send. */
export function unreadable(what: string): ToolError {
  return new ToolError(`The remote worker sent ${what} that cannot be used.`, { code: "io-error" });
}

/** Reads the metadata of a file. */
export function readStat(value: unknown): FileStat {
  if (!isRecord(value)) throw unreadable("metadata");
  const { type, size, modifiedAtMs, changedAtMs, mode, owner, identity, device, links } = value;
  const numbers = [size, modifiedAtMs, mode, links];
  if (!TYPES.includes(type) || typeof identity !== "string" || !numbers.every(Number.isFinite))
    throw unreadable("metadata");
  return {
    type: type as FileType,
    size: size as number,
    modifiedAtMs: modifiedAtMs as number,
    ...(typeof changedAtMs === "number" && { changedAtMs }),
    mode: mode as number,
    ...(isRecord(owner) && { owner: { user: Number(owner.user), group: Number(owner.group) } }),
    identity,
    ...(typeof device === "string" && { device }),
    links: links as number,
  };
}

/** Reads metadata that may be absent. */
export function readOptionalStat(value: unknown): FileStat | undefined {
  return value === undefined || value === null ? undefined : readStat(value);
}

/** Reads the real target of a path. */
export function readResolved(value: unknown): ResolvedPath {
  if (!isRecord(value) || !isAbsolute(value.path)) throw unreadable("a path");
  const { path, stat, links } = value;
  return {
    path,
    stat: readOptionalStat(stat),
    ...(isTextList(links) && { links }),
  };
}

/** Reads an opened directory. */
export function readDirectory(value: unknown): { readonly handle: number; readonly identity: string } {
  if (!isRecord(value) || typeof value.identity !== "string") throw unreadable("a directory");
  return { handle: readHandle(value.handle), identity: value.identity };
}

/** Reads the number of a handle. */
export function readHandle(value: unknown): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw unreadable("a handle");
}

/** Reads the items of one part of a listing or search. */
export function readItems(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value) || value.length > MAX_BATCH_ITEMS) throw unreadable(what);
  return value;
}

/** Reads entries of a directory. A name with a separator would lead elsewhere. */
export function readEntries(value: unknown): readonly DirectoryEntry[] {
  return readItems(value, "a listing").map((entry: unknown) => {
    if (!isRecord(entry) || !TYPES.includes(entry.type) || !isName(entry.name)) throw unreadable("a name");
    return { name: entry.name, type: entry.type as FileType };
  });
}

/** Returns a path that a search of a folder or file found. A hostile worker could name any other. */
export function readFound(value: unknown, scope: string): string {
  const prefix = scope.endsWith("/") ? scope : `${scope}/`;
  const isInside = isAbsolute(value) && (value === scope || value.startsWith(prefix));
  if (isInside && !value.split("/").includes("..")) return value;
  throw unreadable("a path outside the searched folder");
}

function isAbsolute(value: unknown): value is string {
  return typeof value === "string" && value.startsWith("/") && !value.includes("\0");
}

function isName(name: unknown): name is string {
  if (typeof name !== "string" || name.length > MAX_NAME_CHARACTERS) return false;
  return name !== "" && name !== "." && name !== ".." && !/[/\0]/.test(name);
}
