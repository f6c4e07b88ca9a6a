import { type FileSystem, ToolError } from "../../contract/index.js";

/** Longest path that is accepted: `PATH_MAX` of Linux. */
const MAX_PATH_BYTES = 4_096;

// No UTF-8 character of a code unit takes more.
const MAX_BYTES_PER_CODE_UNIT = 3;

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Turns a path as a model wrote it into an absolute one, without looking at any file.
 *
 * Only a leading `~` or `~/` is expanded. Nothing is trimmed, decoded or normalised: what is judged must be what is
 * opened, and `..` after a symlink is not what its letters say. Throws `invalid-path`.
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
        `'${path}' begins with ~, but this backend has no home folder. Give an absolute path.`,
        {
          code: "invalid-path",
        },
      );
    }
    return files.homeDirectory + path.slice(1);
  }
  if (files.path.isAbsolute(path)) return path;
  return cwd.endsWith(sep) ? cwd + path : cwd + sep + path;
}

function requireUsable(requested: unknown): string {
  if (typeof requested !== "string") {
    const received = requested === null ? "null" : Array.isArray(requested) ? "a list" : typeof requested;
    throw invalid(`A path must be a string, but ${received} came.`);
  }
  if (requested === "")
    throw invalid("The path is empty. Give the path of a file or folder; '.' is the working directory.");
  if (requested.includes("\0")) {
    throw invalid(
      `The path ${JSON.stringify(requested.slice(0, 200))} holds a NUL character, which no file name can.`,
    );
  }
  if (requested.length * MAX_BYTES_PER_CODE_UNIT > MAX_PATH_BYTES) {
    const bytes = new TextEncoder().encode(requested).byteLength;
    if (bytes > MAX_PATH_BYTES) {
      throw invalid(`The path is ${bytes} bytes long; at most ${MAX_PATH_BYTES} are possible.`);
    }
  }
  if (LONE_SURROGATE.test(requested)) {
    throw invalid(`The path ${JSON.stringify(requested)} holds half of a character (a lone surrogate).`);
  }
  return requested;
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-path" });
}
