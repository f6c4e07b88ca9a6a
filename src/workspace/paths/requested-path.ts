import { type FileSystem, ToolError } from "../../contract/index.js";
import { windowsPathOf } from "./windows-names.js";

/** Longest path that is accepted: `PATH_MAX` of Linux. */
const MAX_PATH_BYTES = 4_096;

// A UTF-16 code unit never takes more UTF-8 bytes.
const MAX_BYTES_PER_CODE_UNIT = 3;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Converts a path from a model into an absolute path, without accessing any file.
 *
 * Only a leading `~` or `~/` is expanded. Nothing is trimmed, decoded or normalised: the judged path must be the opened
 * path, and `..` after a symlink depends on the target. Throws `invalid-path`. On Windows, see {@link windowsPathOf}.
 */
export function absolutePathOf(
  requested: unknown,
  files: Pick<FileSystem, "path" | "homeDirectory">,
  cwd: string,
): string {
  const path = requireUsable(requested);
  const { sep } = files.path;
  if (path === "~" || path.startsWith("~/") || path.startsWith(`~${sep}`)) {
    if (files.homeDirectory === undefined) {
      throw new ToolError(
        `'${path}' begins with ~, but this backend has no home folder. Use an absolute path.`,
        {
          code: "invalid-path",
        },
      );
    }
    const inHome = files.homeDirectory + path.slice(1);
    return sep === "\\" ? windowsPathOf(inHome, cwd) : inHome;
  }
  if (sep === "\\") return windowsPathOf(path, cwd);
  if (files.path.isAbsolute(path)) return path;
  return cwd.endsWith(sep) ? cwd + path : cwd + sep + path;
}

function requireUsable(requested: unknown): string {
  if (typeof requested !== "string") {
    const received = requested === null ? "null" : Array.isArray(requested) ? "a list" : typeof requested;
    throw invalid(`A path must be a string, but ${received} was received.`);
  }
  if (requested === "")
    throw invalid("The path is empty. Pass the path of a file or folder; '.' is the working directory.");
  if (requested.includes("\0")) {
    throw invalid(
      `The path ${JSON.stringify(requested.slice(0, 200))} contains a NUL character, which is not allowed in file names.`,
    );
  }
  if (requested.length * MAX_BYTES_PER_CODE_UNIT > MAX_PATH_BYTES) {
    const bytes = new TextEncoder().encode(requested).byteLength;
    if (bytes > MAX_PATH_BYTES) {
      throw invalid(`The path is ${bytes} bytes long; at most ${MAX_PATH_BYTES} are allowed.`);
    }
  }
  if (LONE_SURROGATE.test(requested)) {
    throw invalid(`The path ${JSON.stringify(requested)} contains half of a character (a lone surrogate).`);
  }
  return requested;
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-path" });
}
