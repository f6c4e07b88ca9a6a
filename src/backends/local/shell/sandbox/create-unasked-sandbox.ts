import { lstatSync } from "node:fs";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { type ShellConfinement, ToolError } from "../../../../contract/index.js";
import type { Launch } from "../processes/index.js";
import { BLIND_PROGRAMS, REMEMBERING_PROGRAMS } from "./blind-programs.js";
import type { EnteredCommand } from "./create-sandbox.js";
import { findSandbox, type NoSandbox, type SandboxProgram } from "./find-sandbox.js";
import type { SandboxMode } from "./sandbox-options.js";
import type { HiddenPlace } from "./unasked-command.js";

/** Most places that are hidden from one command; each costs a mount. */
const MAX_HIDDEN_PLACES = 256;

/** What is known about a command that nobody was asked about. */
export interface UnaskedLaunch extends Launch {
  readonly cwd: string;
  readonly confinement: ShellConfinement;
  /** Of the command, divided by `:`. */
  readonly searchPath: string;
}

/** Puts commands that nobody was asked about into a sandbox that lets them read only. */
export interface UnaskedSandbox {
  /**
   * Gives `undefined` for a command that is to run like any other. Throws `sandbox-unavailable` where a sandbox is required and
   * cannot be had.
   */
  enter(command: UnaskedLaunch): Promise<EnteredCommand | undefined>;
}

/** Trials of this process: whether a sandbox works does not change while it runs, and a trial takes as long as a command. */
const trials = new WeakMap<typeof findSandbox, Map<string, Promise<SandboxProgram | NoSandbox>>>();

/**
 * Makes the sandbox of commands that nobody was asked about.
 *
 * @param outside - folders in which a program of its name does not count
 * @param find - replaced in tests
 */
export function createUnaskedSandbox(
  mode: SandboxMode,
  outside: readonly string[],
  find: typeof findSandbox = findSandbox,
): UnaskedSandbox {
  const place = JSON.stringify(outside);
  const known = trials.get(find) ?? new Map<string, Promise<SandboxProgram | NoSandbox>>();
  trials.set(find, known);
  const found = () => {
    const trial = known.get(place) ?? find("off", outside);
    known.set(place, trial);
    return trial;
  };
  return {
    async enter({ program, parameters, cwd, confinement, searchPath }) {
      if (mode === "off" || !confinement.readOnly) return undefined;
      if (mode === "prefer" && confinement.programs.every((name) => BLIND_PROGRAMS.has(name)))
        return undefined;
      const sandbox = await found();
      if ("problem" in sandbox) {
        if (mode === "prefer") return undefined;
        // Not remembered: what the remedy changes should count at once.
        known.delete(place);
        throw new ToolError(
          `The command was not run, because without a question it may run in a sandbox only and there is none: ${sandbox.problem}. Or choose shell.unasked.sandbox "prefer" or "off".`,
          { code: "sandbox-unavailable" },
        );
      }
      const hidden = await hiddenPlaces(confinement, cwd);
      const visible = [cwd, ...confinement.roots, ...searchPath.split(path.delimiter)];
      const folder = await temporaryFolderOf(sandbox);
      return {
        name: sandbox.name,
        program: sandbox.path,
        parameters: sandbox.unaskedArgumentsFor({ program, parameters, cwd, visible, hidden }, folder.path),
        environment: { TMPDIR: folder.path },
        leave: folder.leave,
      };
    },
  };
}

async function hiddenPlaces(
  { programs, secretPaths }: ShellConfinement,
  cwd: string,
): Promise<readonly HiddenPlace[]> {
  if (secretPaths === undefined || programs.some((name) => REMEMBERING_PROGRAMS.has(name))) return [];
  const places = (await secretPaths()).slice(0, MAX_HIDDEN_PLACES);
  return places.flatMap((place): readonly HiddenPlace[] => {
    // Nothing starts in a folder that is hidden; to be there takes a question.
    if (cwd === place || cwd.startsWith(`${place}/`)) return [];
    const stat = lstatSync(place, { throwIfNoEntry: false });
    // Nothing can be mounted on a symlink; what it leads to is a place of its own.
    if (stat === undefined || stat.isSymbolicLink()) return [];
    return [{ path: place, type: stat.isDirectory() ? "directory" : "file" }];
  });
}

/** Where temporary files of the command go: into the sandbox, or into a folder of its own that is gone with it. */
async function temporaryFolderOf(
  sandbox: SandboxProgram,
): Promise<{ readonly path: string; readonly leave: () => void }> {
  if (sandbox.unaskedTemporaryFolder !== undefined)
    return { path: sandbox.unaskedTemporaryFolder, leave() {} };
  const folder = await mkdtemp(path.join(tmpdir(), "collet-unasked-"));
  return { path: folder, leave: () => void rmdir(folder).catch(() => {}) };
}
