import { type DirectoryEntry, describeThrown, type FileType, ToolError } from "../../../contract/index.js";
import {
  amount,
  bytes,
  type Check,
  checkedValue,
  flag,
  listOf,
  optional,
  record,
  text,
} from "../../checked/index.js";
import { type FailureReason, fileFailure } from "../../failure/index.js";
import { posixPath } from "../../memory/index.js";
import type { PathAccess } from "../path-files/index.js";
import type { JustBashFiles, JustBashStat } from "./just-bash-types.js";

const PERMISSION_BITS = 0o7777;

/** Reasons by the code at the beginning of the message of an error. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  ENOENT: "missing",
  EEXIST: "exists",
  EACCES: "not-permitted",
  EPERM: "not-permitted",
  EROFS: "read-only-volume",
  ENOTDIR: "not-a-directory",
  EISDIR: "is-a-directory",
  ENOTEMPTY: "not-empty",
  ELOOP: "too-many-symlinks",
  ENAMETOOLONG: "name-too-long",
  ENOSPC: "volume-full",
};

const STAT = record({
  isFile: flag,
  isDirectory: flag,
  isSymbolicLink: flag,
  mode: amount,
  size: amount,
  mtime: (value) => {
    if (value instanceof Date && Number.isFinite(value.getTime())) return value;
    throw "it must be a valid Date";
  },
  identity: optional(text),
  dev: optional(wholeNumber),
  ino: optional(wholeNumber),
});

function wholeNumber(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "bigint") return value;
  throw "it must be a number";
}

/** Returns the files of just-bash for a backend. */
export function justBashAccess(files: JustBashFiles, sandbox: string): PathAccess {
  const checked = <Value>(value: Value, name: keyof JustBashFiles, check: Check): Value =>
    checkedValue(value, `sandbox '${sandbox}', fs.${name}`, check) as Value;
  const lstat = (path: string) =>
    run(path, () => files.lstat(path)).then((value) => checked(value, "lstat", STAT));
  return {
    realPath: (path) =>
      run(path, () => files.realpath(path)).then((value) => checked(value, "realpath", text)),
    facts: async (path) => {
      try {
        const stat = await lstat(path);
        return {
          type: typeOf(stat),
          size: stat.size,
          modifiedAtMs: stat.mtime.getTime(),
          mode: stat.mode & PERMISSION_BITS,
          version: versionOf(stat),
        };
      } catch (error) {
        if (ToolError.isInstance(error) && (error.code === "not-found" || error.code === "not-a-directory"))
          return undefined;
        throw error;
      }
    },
    list: async (path) => {
      const names = await run(path, () => files.readdir(path)).then((value) =>
        checked(value, "readdir", listOf(text)),
      );
      const entries: DirectoryEntry[] = [];
      for (const name of names) {
        // Another name would lead out of the folder, or back into it without end.
        if (!isEntryName(name)) continue;
        const stat = await lstat(posixPath.join(path, name)).catch(() => undefined);
        if (stat !== undefined) entries.push({ name, type: typeOf(stat) });
      }
      return entries;
    },
    // A caller that changes what it got must not change the file.
    read: async (path) =>
      (
        await run(path, () => files.readFileBuffer(path)).then((value) =>
          checked(value, "readFileBuffer", bytes),
        )
      ).slice(),
    write: (path, content) => run(path, () => files.writeFile(path, content)),
    setMode: (path, mode) => run(path, () => files.chmod(path, mode)),
    readLink: (path) =>
      run(path, () => files.readlink(path)).then((value) => checked(value, "readlink", text)),
    makeSymlink: (path, target) => run(path, () => files.symlink(target, path)),
    makeDirectory: (path) => run(path, () => files.mkdir(path)),
    rename: (from, to) => run(to, () => files.mv(from, to)),
    removeFile: (path) => run(path, () => files.rm(path)),
    removeDirectory: (path) => run(path, () => files.rm(path)),
  };
}

function typeOf(stat: JustBashStat): FileType {
  if (stat.isSymbolicLink) return "symlink";
  if (stat.isDirectory) return "directory";
  return stat.isFile ? "file" : "other";
}

/** Returns what tells two objects of one path apart. */
function versionOf({ identity, dev, ino }: JustBashStat): string | undefined {
  if (identity !== undefined) return identity;
  return ino === undefined ? undefined : `${dev}:${ino}`;
}

function isEntryName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !name.includes("/") && !name.includes("\0");
}

async function run<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = describeThrown(error);
    const reason = REASONS[message.slice(0, Math.max(0, message.indexOf(":")))];
    if (reason !== undefined) throw fileFailure(reason, path, { cause: error });
    throw new ToolError(`just-bash could not work on '${path}': ${message.slice(0, 300)}.`, {
      code: "io-error",
      absolutePath: path,
      cause: error,
    });
  }
}
