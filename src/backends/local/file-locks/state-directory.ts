import { existsSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { ToolError } from "../../../contract/index.js";
import { makePrivateDirectory } from "./private-directory.js";

/** Sets the state directory; overrides every default. */
const STATE_DIRECTORY_VARIABLE = "COLLET_STATE_DIRECTORY";
const FOLDER_NAME = "collet";

interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly homeDirectory?: string | undefined;
}

/**
 * Returns the directory for state that outlives a process and does not belong into a workspace.
 *
 * `COLLET_STATE_DIRECTORY` if it is set; else `collet` in `XDG_STATE_HOME` if that is an absolute path; else
 * `%LOCALAPPDATA%\collet` on Windows, `~/Library/Application Support/collet` on macOS,
 * `~/.local/state/collet` elsewhere; a folder of this user among the temporary files if there is no home
 * directory. Only computes the path; creates nothing.
 *
 * @example
 * localStateDirectory(); // "/home/ada/.local/state/collet"
 */
export function localStateDirectory(surroundings: Surroundings = {}): string {
  const { environment = process.env, platform = process.platform } = surroundings;
  const chosen = environment[STATE_DIRECTORY_VARIABLE];
  if (chosen) return chosen;
  const path = platform === "win32" ? win32 : posix;
  const stateHome = environment.XDG_STATE_HOME;
  // The XDG base directory specification requires that a relative value is ignored.
  if (stateHome && path.isAbsolute(stateHome)) return path.join(stateHome, FOLDER_NAME);
  const localData = environment.LOCALAPPDATA;
  if (platform === "win32" && localData) return path.join(localData, FOLDER_NAME);
  const home = "homeDirectory" in surroundings ? surroundings.homeDirectory : homeOfUser();
  if (!home) return temporaryStateDirectory();
  if (platform === "win32") return path.join(home, "AppData", "Local", FOLDER_NAME);
  if (platform === "darwin") return path.join(home, "Library", "Application Support", FOLDER_NAME);
  return path.join(home, ".local", "state", FOLDER_NAME);
}

/**
 * Creates a folder of the state directory, private to this user (mode 0700), and returns its real path.
 *
 * Without `stateDirectory` and `COLLET_STATE_DIRECTORY`, an unusable default (a read-only home, a home of
 * another user) is replaced by `collet-<user id>` among the temporary files. A chosen directory is never
 * replaced: two processes with different directories would not see each other's locks.
 *
 * @param stateDirectory - absolute path; default: {@link localStateDirectory}
 * @throws ToolError `access-denied` if there is no directory that only this user can write to
 */
export function openStateFolder(name: string, stateDirectory?: string): string {
  const found = findStateFolder(name, stateDirectory);
  if (found.type === "found") return found.path;
  throw new ToolError(
    `There is no safe directory for the folder '${name}', which changes to files require: ${found.reason}. Nothing was changed. Set the environment variable ${STATE_DIRECTORY_VARIABLE} (or the option stateDirectory) to a directory that this user owns and no other user can write to.`,
    { code: "access-denied" },
  );
}

/**
 * Does the same as {@link openStateFolder} for callers that can work without the folder: returns the reason
 * if there is no safe directory.
 */
export function findStateFolder(
  name: string,
  stateDirectory?: string,
): { readonly type: "found"; readonly path: string } | { readonly type: "none"; readonly reason: string } {
  const refusals: string[] = [];
  for (const candidate of candidates(stateDirectory)) {
    const folder = join(candidate, name);
    let step = candidate;
    try {
      makePrivateDirectory(candidate);
      step = folder;
      makePrivateDirectory(folder);
      return { type: "found", path: realpathSync(folder) };
    } catch (error) {
      refusals.push(`'${step}' ${(error as Error).message}`);
    }
  }
  return { type: "none", reason: refusals.join("; ") };
}

/** Finds an existing folder of the state directory for callers that only read it; creates nothing. */
export function existingStateFolder(name: string, stateDirectory?: string): string | undefined {
  if (!candidates(stateDirectory).some((candidate) => existsSync(join(candidate, name)))) return undefined;
  const found = findStateFolder(name, stateDirectory);
  return found.type === "found" ? found.path : undefined;
}

function candidates(stateDirectory: string | undefined): readonly string[] {
  if (stateDirectory !== undefined) return [stateDirectory];
  const usual = localStateDirectory();
  return process.env[STATE_DIRECTORY_VARIABLE] ? [usual] : [usual, temporaryStateDirectory()];
}

function temporaryStateDirectory(): string {
  const user = process.geteuid?.();
  return join(tmpdir(), user === undefined ? FOLDER_NAME : `${FOLDER_NAME}-${user}`);
}

// Fails in a container whose user id has no entry in the password file.
function homeOfUser(): string | undefined {
  try {
    return homedir();
  } catch {
    return undefined;
  }
}
