import { existsSync, realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { ToolError } from "../../../contract/index.js";
import { makePrivateDirectory } from "./private-directory.js";

/** Names the state directory outright; wins over every default. */
const STATE_DIRECTORY_VARIABLE = "COLLET_STATE_DIRECTORY";
const FOLDER_NAME = "collet";

interface Surroundings {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly homeDirectory?: string | undefined;
}

/**
 * Where Collet keeps what has to outlive a process and does not belong into a workspace.
 *
 * `COLLET_STATE_DIRECTORY` if it is set; else `collet` in `XDG_STATE_HOME` if that is set to an absolute path; else
 * `%LOCALAPPDATA%\collet` on Windows, `~/Library/Application Support/collet` on macOS, `~/.local/state/collet` elsewhere; a
 * folder of this user among the temporary files if there is no home directory. Only a name: nothing is made.
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
  // A relative value is to be ignored, says the XDG base directory specification.
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
 * Makes a folder of the state directory, private to this user (mode 0700), and gives its real path.
 *
 * Without a directory of the caller's choice or in `COLLET_STATE_DIRECTORY`, a default that cannot be used (a read-only home,
 * one of another user) gives way to `collet-<user id>` among the temporary files. A chosen directory never gives way: two
 * processes that end up in different places do not see each other's locks.
 *
 * @param stateDirectory - absolute; {@link localStateDirectory} if left out
 * @throws ToolError `access-denied` when there is no place that only this user can write to
 */
export function openStateFolder(name: string, stateDirectory?: string): string {
  const found = findStateFolder(name, stateDirectory);
  if (found.type === "found") return found.path;
  throw new ToolError(
    `There is no safe place for the folder '${name}' that changes to files need: ${found.reason}. Nothing was changed. Set the environment variable ${STATE_DIRECTORY_VARIABLE} (or the option stateDirectory) to a directory that this user owns and nobody else can write to.`,
    { code: "access-denied" },
  );
}

/** Does what {@link openStateFolder} does, for those who can do without: where there is no place, says why. */
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

/** Finds a folder of the state directory that was made before, and makes nothing; for those who only look into it. */
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
