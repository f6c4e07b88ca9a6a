import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { findExecutable } from "../../executable-lookup.js";
import { bubblewrapArguments } from "./bubblewrap-arguments.js";
import type { ConfinedCommand, UnaskedCommand } from "./sandboxed-command.js";
import { seatbeltArguments } from "./seatbelt-arguments.js";
import {
  BUBBLEWRAP_TEMPORARY_FOLDER,
  unaskedBubblewrapArguments,
  unaskedSeatbeltArguments,
} from "./unasked-arguments.js";

/** A program of the machine that confines commands. */
export interface SandboxProgram {
  readonly name: "bubblewrap" | "sandbox-exec";
  /** Absolute path. */
  readonly path: string;
  argumentsFor(command: ConfinedCommand): readonly string[];
  /** Folder for temporary files inside the sandbox. */
  readonly temporaryFolder: string;
  /** Returns the parameters for a command that runs without a question. */
  unaskedArgumentsFor(command: UnaskedCommand, temporaryFolder: string): readonly string[];
  /**
   * Folder for temporary files of such a command inside the sandbox; absent if each needs its own folder
   * outside.
   */
  readonly unaskedTemporaryFolder?: string;
}

/** Reason why there is no sandbox, with the remedy. */
export interface NoSandbox {
  readonly problem: string;
}

/** Milliseconds that the trial of a sandbox may take. */
const TRIAL_TIMEOUT_MS = 5_000;

/** Characters of a failed trial's error output that are reported. */
const MAX_COMPLAINT_CHARACTERS = 300;

// Before PATH, as for the shell: a program in a project's folder must not replace the sandbox.
const SYSTEM_DIRECTORIES = ["/usr/bin", "/bin", "/usr/local/bin"];

/**
 * Finds the sandbox of this platform and tests it: the kernel, or the container around it, may prevent an
 * installed program from working.
 *
 * @param outside - folders whose programs are ignored
 * @param lookup - replaced in tests
 */
export async function findSandbox(
  network: "on" | "off",
  outside: readonly string[] = [],
  lookup: typeof findExecutable = findExecutable,
): Promise<SandboxProgram | NoSandbox> {
  if (process.platform === "darwin") return tried(seatbelt("/usr/bin/sandbox-exec"), network);
  if (process.platform !== "linux") {
    return { problem: "sandboxes are supported on Linux and macOS only" };
  }
  const path = await lookup("bwrap", { directories: SYSTEM_DIRECTORIES, outside });
  if (path === undefined) {
    return {
      problem: "bwrap is not installed. Install bubblewrap (for example: apt-get install bubblewrap)",
    };
  }
  return tried(bubblewrap(path), network);
}

function bubblewrap(path: string): SandboxProgram {
  return {
    name: "bubblewrap",
    path,
    argumentsFor: bubblewrapArguments,
    temporaryFolder: "/tmp",
    unaskedArgumentsFor: (command) =>
      unaskedBubblewrapArguments(command, { isRoot: process.getuid?.() === 0 }),
    unaskedTemporaryFolder: BUBBLEWRAP_TEMPORARY_FOLDER,
  };
}

function seatbelt(path: string): SandboxProgram {
  const temporaryFolder = realpathSync(tmpdir());
  return {
    name: "sandbox-exec",
    path,
    argumentsFor: (command) => seatbeltArguments(command, temporaryFolder),
    temporaryFolder,
    unaskedArgumentsFor: (command, folder) => unaskedSeatbeltArguments(command, realpathSync(folder)),
  };
}

function tried(program: SandboxProgram, network: "on" | "off"): Promise<SandboxProgram | NoSandbox> {
  const trial: ConfinedCommand = {
    program: "/bin/sh",
    parameters: ["-c", "exit 0"],
    cwd: "/",
    writableRoots: [],
    shields: [],
    hidden: [],
    network,
  };
  return new Promise((resolve) => {
    execFile(
      program.path,
      [...program.argumentsFor(trial)],
      { timeout: TRIAL_TIMEOUT_MS, killSignal: "SIGKILL", windowsHide: true },
      (error, _output, complaint) => {
        if (error === null) resolve(program);
        else {
          const words = (complaint.trim() || error.message).slice(0, MAX_COMPLAINT_CHARACTERS);
          resolve({
            problem: `${program.path} does not work here (${words}). Allow unprivileged user namespaces, and in a container grant the permissions that ${program.name} needs`,
          });
        }
      },
    );
  });
}
