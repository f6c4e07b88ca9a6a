import { type Backend, type FileLocation, ToolError, type ToolSession } from "../contract/index.js";
import type { PathBoundary } from "./paths/index.js";
import { readWholeFile } from "./reading/index.js";

/** Names of the files in which a project tells agents how to work in it. */
export const GUIDANCE_FILE_NAMES: readonly string[] = ["AGENTS.md", "CLAUDE.md"];

/** Largest guidance file that is passed to a model; the model must read a larger one itself. */
const MAX_GUIDANCE_BYTES = 65_536;

const TOLD = Symbol("collet.told-guidance");

interface GuidanceSources {
  readonly backend: Pick<Backend, "files">;
  readonly boundary: PathBoundary;
}

/** A guidance file and its text. */
export interface GuidanceFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Finds guidance files that this session has not received yet, from a file's folder up to its root, nearest first.
 *
 * Two names of one file (a symlink) count once. Nothing outside the roots is searched, and unreadable files are
 * skipped: guidance is optional and never makes a call fail.
 *
 * @param touched - a file, or a folder to start in; a guidance file does not announce itself
 */
export async function discoverGuidance(
  touched: FileLocation,
  { backend, boundary }: GuidanceSources,
  session: ToolSession,
  { beforeTelling }: { readonly beforeTelling?: () => Promise<void> } = {},
): Promise<readonly GuidanceFile[]> {
  const told = toldIn(session);
  const { basename } = backend.files.path;
  // Results of earlier calls may contain it.
  if (GUIDANCE_FILE_NAMES.includes(basename(touched.path)) && !told.has(touched.path))
    await beforeTelling?.();
  told.add(touched.path);
  const root = await boundary.roots.rootOf(touched.path);
  if (root === undefined) return [];
  const { dirname } = backend.files.path;
  const folders: string[] = [];
  const start = touched.stat?.type === "directory" ? touched.path : dirname(touched.path);
  for (let folder = start; ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder.length <= root.length) break;
  }
  const candidates = await Promise.all(folders.map((folder) => candidatesIn(folder, backend)));
  const found: GuidanceFile[] = [];
  for (const path of candidates.flat()) {
    const guidance = await readGuidance(path, { backend, boundary, told, beforeTelling });
    if (guidance !== undefined) found.push(guidance);
  }
  return found;
}

/** Returns the paths of the guidance files that a session has received. */
export function toldIn(session: ToolSession): Set<string> {
  let told = session.memory.get(TOLD) as Set<string> | undefined;
  if (told === undefined) {
    told = new Set();
    session.memory.set(TOLD, told);
  }
  return told;
}

async function candidatesIn(folder: string, { files }: Pick<Backend, "files">): Promise<string[]> {
  try {
    const directory = await files.openDirectory(folder);
    try {
      const stats = await Promise.all(GUIDANCE_FILE_NAMES.map((name) => directory.stat(name)));
      return GUIDANCE_FILE_NAMES.filter((_, index) => stats[index] !== undefined).map((name) =>
        files.path.join(folder, name),
      );
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (ToolError.isInstance(error)) return [];
    throw error;
  }
}

async function readGuidance(
  path: string,
  {
    backend: { files },
    boundary,
    told,
    beforeTelling,
  }: GuidanceSources & {
    readonly told: Set<string>;
    readonly beforeTelling: (() => Promise<void>) | undefined;
  },
): Promise<GuidanceFile | undefined> {
  try {
    const location = await boundary.locate(path, files.path.dirname(path));
    if (told.has(location.path) || !location.insideRoots || location.secret) return undefined;
    if (location.stat?.type !== "file") return undefined;
    const directory = await files.openDirectory(files.path.dirname(location.path));
    try {
      const handle = await directory.openFile(files.path.basename(location.path));
      try {
        const bytes = await readWholeFile(handle, location.path, MAX_GUIDANCE_BYTES);
        await beforeTelling?.();
        // Another call may have found it meanwhile, and each file is announced once.
        if (told.has(location.path)) return undefined;
        told.add(location.path);
        return { path: location.path, text: new TextDecoder().decode(bytes) };
      } finally {
        await handle.close();
      }
    } finally {
      await directory.close();
    }
  } catch (error) {
    if (ToolError.isInstance(error)) return undefined;
    throw error;
  }
}
