import { execFile } from "node:child_process";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { findExecutable } from "../../executable-lookup.js";
import { bubblewrapArguments } from "./bubblewrap-arguments.js";
import type { ConfinedCommand } from "./confined-command.js";
import { seatbeltArguments } from "./seatbelt-arguments.js";
import {
  BUBBLEWRAP_TEMPORARY_FOLDER,
  unaskedBubblewrapArguments,
  unaskedSeatbeltArguments,
} from "./unasked-arguments.js";
import type { UnaskedCommand } from "./unasked-command.js";

/** A program of the machine that confines commands. */
export interface SandboxProgram {
  readonly name: "bubblewrap" | "sandbox-exec";
  /** Absolute. */
  readonly path: string;
  argumentsFor(command: ConfinedCommand): readonly string[];
  /** Where temporary files go inside. */
  readonly temporaryFolder: string;
  /** The same for a command that nobody was asked about. */
  unaskedArgumentsFor(command: UnaskedCommand, temporaryFolder: string): readonly string[];
  /** Where temporary files of such a command go inside; absent where each needs a folder of its own outside. */
  readonly unaskedTemporaryFolder?: string;
}

/** Why there is no sandbox, and what can be done about it. */
export interface NoSandbox {
  readonly problem: string;
}

/** Milliseconds that the trial of a sandbox may take. */
const TRIAL_TIMEOUT_MS = 5_000;

/** Characters of what a failed trial complains about that are given. */
const MAX_COMPLAINT_CHARACTERS = 300;

// Before PATH, as for the shell: a program in a project's folder must not stand in for the sandbox.
const SYSTEM_DIRECTORIES = ["/usr/bin", "/bin", "/usr/local/bin"];

/**
 * Finds the sandbox of this platform and tries it: that the program is there does not say that the kernel, or the
 * container around it, lets it work.
 *
 * @param outside - folders in which a program of its name does not count
 */
export async function findSandbox(
  network: "on" | "off",
  outside: readonly string[] = [],
): Promise<SandboxProgram | NoSandbox> {
  if (process.platform === "darwin") return tried(seatbelt("/usr/bin/sandbox-exec"), network);
  if (process.platform !== "linux") {
    return { problem: "there is a sandbox for Linux and macOS only" };
  }
  const path = await findExecutable("bwrap", { directories: SYSTEM_DIRECTORIES, outside });
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
    unaskedArgumentsFor: (command) => unaskedBubblewrapArguments(command, process.getuid?.() === 0),
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
            problem: `${program.path} does not work here (${words}). Allow unprivileged user namespaces, and in a container give it the rights that ${program.name} needs`,
          });
        }
      },
    );
  });
}
