import { lstatSync } from "node:fs";
import { mkdtemp, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { type ShellConfinement, ToolError } from "../../../../contract/index.js";
import type { Launch } from "../processes/index.js";
import type { EnteredCommand } from "./create-sandbox.js";
import { findSandbox, type NoSandbox, type SandboxProgram } from "./find-sandbox.js";
import type { SandboxMode } from "./sandbox-options.js";
import type { HiddenPath } from "./sandboxed-command.js";

/**
 * Programs that print no file content. When they run without a question, they run outside the sandbox unless
 * it is required: it would protect nothing, and they would print the processes, users and mounts of the
 * sandbox.
 */
const BLIND_PROGRAMS: ReadonlySet<string> = new Set(
  (
    "[ arch basename cd date df dir dirname du echo env false fd find findmnt free getconf groups hostname id ifconfig ip " +
    "locale logname ls lsblk lscpu mount netstat nproc pgrep printenv printf ps pwd readlink realpath seq sleep ss stat test " +
    "top tree true tty type uname uptime users vdir w which who whoami timeout nice nohup stdbuf command builtin"
  ).split(" "),
);

/** Programs that compare files with recorded states: a hidden file would look like a changed one. */
const REMEMBERING_PROGRAMS: ReadonlySet<string> = new Set(["git"]);

/** Largest number of paths hidden from one command; each needs a mount. */
const MAX_HIDDEN_PATHS = 256;

/** A command that runs without a question. */
export interface UnaskedLaunch extends Launch {
  readonly cwd: string;
  readonly confinement: ShellConfinement;
  /** Search path of the command, separated by `:`. */
  readonly searchPath: string;
}

/** A read-only sandbox for commands that run without a question. */
export interface UnaskedSandbox {
  /**
   * Returns `undefined` for a command that needs no sandbox. Throws `sandbox-unavailable` if a sandbox is
   * required and none is available.
   */
  enter(command: UnaskedLaunch): Promise<EnteredCommand | undefined>;
}

/**
 * Trials of this process, cached: their result does not change while it runs, and a trial takes as long as a
 * command.
 */
const trials = new WeakMap<typeof findSandbox, Map<string, Promise<SandboxProgram | NoSandbox>>>();

/**
 * Creates the sandbox of commands that run without a question.
 *
 * @param outside - folders whose programs are ignored
 * @param find - replaced in tests
 */
export function createUnaskedSandbox(
  mode: SandboxMode,
  outside: readonly string[],
  find: typeof findSandbox = findSandbox,
): UnaskedSandbox {
  const location = JSON.stringify(outside);
  const known = trials.get(find) ?? new Map<string, Promise<SandboxProgram | NoSandbox>>();
  trials.set(find, known);
  const found = () => {
    const trial = known.get(location) ?? find("off", outside);
    known.set(location, trial);
    return trial;
  };
  return {
    async enter({ program, parameters, cwd, confinement, searchPath }) {
      if (mode === "off" || !confinement.readOnly) return undefined;
      if (mode === "prefer" && confinement.programs.every((name) => BLIND_PROGRAMS.has(name)))
        return undefined;
      if (confinement.usesAccount === true) {
        if (mode === "prefer") return undefined;
        throw new ToolError(
          'The command was not run, because without a question it requires a sandbox, and in that sandbox a program has neither network nor the login of the user. Set shell.unasked.sandbox to "prefer" or "off".',
          { code: "sandbox-unavailable" },
        );
      }
      const sandbox = await found();
      if ("problem" in sandbox) {
        if (mode === "prefer") return undefined;
        // Not cached, so that the remedy takes effect at once.
        known.delete(location);
        throw new ToolError(
          `The command was not run, because without a question it requires a sandbox and none is available: ${sandbox.problem}. Or set shell.unasked.sandbox to "prefer" or "off".`,
          { code: "sandbox-unavailable" },
        );
      }
      const hidden = await hiddenPaths(confinement, cwd);
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

/** Returns the secret files and folders to hide from a command. */
export async function hiddenPaths(
  { programs, secretPaths }: ShellConfinement,
  cwd: string,
): Promise<readonly HiddenPath[]> {
  if (secretPaths === undefined || programs.some((name) => REMEMBERING_PROGRAMS.has(name))) return [];
  const secrets = (await secretPaths()).slice(0, MAX_HIDDEN_PATHS);
  return secrets.flatMap((location): readonly HiddenPath[] => {
    // The working directory of the command cannot be hidden; using a secret one needs approval.
    if (cwd === location || cwd.startsWith(`${location}/`)) return [];
    const stat = lstatSync(location, { throwIfNoEntry: false });
    // A symlink cannot be a mount point; its target is listed separately.
    if (stat === undefined || stat.isSymbolicLink()) return [];
    return [{ path: location, type: stat.isDirectory() ? "directory" : "file" }];
  });
}

/**
 * Returns the folder for temporary files of the command: inside the sandbox, or its own folder, which is
 * removed afterwards.
 */
async function temporaryFolderOf(
  sandbox: SandboxProgram,
): Promise<{ readonly path: string; readonly leave: () => void }> {
  if (sandbox.unaskedTemporaryFolder !== undefined)
    return { path: sandbox.unaskedTemporaryFolder, leave() {} };
  const folder = await mkdtemp(path.join(tmpdir(), "collet-unasked-"));
  return { path: folder, leave: () => void rmdir(folder).catch(() => {}) };
}
