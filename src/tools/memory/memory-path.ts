import { type FileLocation, type ToolContext, ToolError } from "../../contract/index.js";

/** The folder of all memories, as the model names it. */
export const MEMORY_ROOT = "/memories";

/** The memories of an agent: a folder, which the model knows as {@link MEMORY_ROOT}. */
export interface MemoryFolder {
  /** Relative to the session's cwd, absolute, or below `~/`. */
  readonly directory: string;
}

/** Separators and dots that a web server would decode: `%2e%2e%2f`. */
const ENCODED = /%(?:2e|2f|5c|00)/i;

/**
 * Returns the path of a memory in the file system.
 *
 * @throws ToolError `invalid-path` for a path that is not below {@link MEMORY_ROOT} by its text alone
 */
export function memoryPath(path: string, { directory }: MemoryFolder): string {
  if (path !== MEMORY_ROOT && !path.startsWith(`${MEMORY_ROOT}/`)) {
    throw new ToolError(`Path must start with ${MEMORY_ROOT}, got: ${path}`, { code: "invalid-path" });
  }
  const names = path
    .slice(MEMORY_ROOT.length)
    .split("/")
    .filter((name) => name !== "");
  const escapes = names.some((name) => name === "." || name === ".." || /[\\\0]/.test(name));
  if (escapes || ENCODED.test(path)) {
    throw new ToolError(`Path ${path} would escape ${MEMORY_ROOT} directory`, { code: "invalid-path" });
  }
  return [directory.replace(/\/$/, ""), ...names].join("/");
}

/** Returns whether a path is that of the folder of all memories. */
export function isMemoryRoot(path: string): boolean {
  return path.replaceAll("/", "") === MEMORY_ROOT.slice(1);
}

/**
 * Returns the location of a memory.
 *
 * @param finalSymlink - `keep` for a call that changes the name, not the content
 * @throws ToolError `invalid-path` if a symlink leads out of the folder of memories
 */
export async function locateMemory(
  path: string,
  folder: MemoryFolder,
  { files }: ToolContext,
  finalSymlink: "keep" | "follow" = "follow",
): Promise<FileLocation> {
  const root = await files.locate(folder.directory);
  const location = await files.locate(memoryPath(path, folder), { finalSymlink });
  if (!isBelow(location.path, root.path)) {
    throw new ToolError(`Path would escape ${MEMORY_ROOT} directory via symlink`, { code: "invalid-path" });
  }
  return location;
}

/** Returns whether a real path is a folder or below it. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`);
}

/** Returns the error about a memory that does not exist. */
export function missingMemory(path: string): ToolError {
  return new ToolError(`The path ${path} does not exist. Please provide a valid path.`, {
    code: "not-found",
  });
}
