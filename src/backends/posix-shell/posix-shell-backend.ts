import {
  type Backend,
  type BackendGuarantees,
  type Search,
  type Shell,
  ToolError,
} from "../../contract/index.js";
import { type KeysOf, requireKnownValue, requireOptions } from "../../values/index.js";
import { withOwnPorts } from "../checked/index.js";
import { localTextThreads, nameOfBytes } from "../local/index.js";
import { fieldsOf, posixFiles } from "./files/index.js";
import { posixShell } from "./posix-shell.js";
import { type PosixExec, ScriptRunner } from "./script/index.js";
import { posixSearch } from "./search/index.js";

/** Options of a backend that needs only a shell. */
export interface PosixShellBackendOptions {
  /** Runs a command line on the machine. */
  readonly exec: PosixExec;
  /** Name in messages. Default: `posix-shell`. */
  readonly name?: string;
  /** Whether `exec` passes `stdin` to the command. Without it, each message carries at most 16 KiB of content. Default: true. */
  readonly input?: boolean;
  /**
   * The form in which `exec` returns output. `bytes`: unchanged. `text`: as a text, so contents and names are sent as
   * base64; output of commands that is not UTF-8 is damaged. Default: `bytes`.
   */
  readonly output?: "bytes" | "text";
  /**
   * Most bytes of output that `exec` returns; at least 16,384. Contents are then fetched in smaller parts. Default: no limit.
   */
  readonly maxOutputBytes?: number;
  /**
   * Whether `exec` passes output as it arrives. Without it, the process id of a command is kept in a file in `/tmp`
   * while it runs, so that the command can be stopped. Default: true.
   */
  readonly streams?: boolean;
  /**
   * Whether aborting the `signal` of `exec` ends the command with everything that it started, as it does where each
   * command has its own container. Otherwise a command is stopped by another command that sends signals to its process
   * group. Default: false.
   */
  readonly endsProcesses?: boolean;
  /** Milliseconds for one operation on files. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
}

const OPTION_NAMES = {
  exec: true,
  name: true,
  input: true,
  output: true,
  maxOutputBytes: true,
  streams: true,
  endsProcesses: true,
  timeoutMs: true,
} as const satisfies KeysOf<PosixShellBackendOptions>;

/** Smallest limit of outputs: the marks and facts of an answer need a part of it. */
const MIN_OUTPUT_BYTES = 16_384;

/** A backend over a shell. */
export interface PosixShellBackend extends Backend {
  readonly guarantees: BackendGuarantees;
  readonly search: Search;
  readonly shell: Shell;
}

/** Programs that operations use. `stat` must accept `-c`, as those of GNU, busybox and toybox do. */
const REQUIRED = ["stat", "readlink", "cat", "head", "dd", "mv", "rm", "rmdir", "mkdir", "ln", "chmod", "ls"];

/**
 * Creates a backend for a machine that has a POSIX shell and the usual programs, such as busybox, and neither Node nor Collet.
 * Each operation on files is one command.
 *
 * Its promises are weaker than those of `remoteBackend`; see `guarantees` and docs/remote.md. There are no file locks, and no
 * trash: the removal of a large folder is refused instead of being kept.
 *
 * @throws ToolError `not-supported` if a program is missing there, `connection-lost` if `exec` does not answer
 * @example
 * const backend = await posixShellBackend({ exec: (command, { stdin, signal, onStdout }) => machine.run(command, stdin) });
 * const runtime = createToolRuntime({ cwd: "/srv/project", backend });
 */
export async function posixShellBackend(options: PosixShellBackendOptions): Promise<PosixShellBackend> {
  requireOptions("posixShellBackend", options, OPTION_NAMES);
  const { exec, name = "posix-shell", input = true, output = "bytes", timeoutMs = 60_000 } = options;
  const { endsProcesses = false, maxOutputBytes, streams = true } = options;
  if (typeof exec !== "function") throw new TypeError("exec must be a function that runs a command.");
  if (typeof input !== "boolean") throw new TypeError("input must be true or false.");
  if (typeof timeoutMs !== "number" || !(timeoutMs > 0))
    throw new TypeError("timeoutMs must be a number of milliseconds above 0.");
  if (maxOutputBytes !== undefined && !(maxOutputBytes >= MIN_OUTPUT_BYTES))
    throw new TypeError(`maxOutputBytes must be a number of bytes, at least ${MIN_OUTPUT_BYTES}.`);
  requireKnownValue("output", output, ["bytes", "text"]);
  const runner = new ScriptRunner({
    exec,
    takesInput: input,
    output,
    maxOutputBytes,
    endsProcesses,
    timeoutMs,
  });
  const found = await probe(runner, output === "text" ? [...REQUIRED, "base64"] : REQUIRED);
  const files = posixFiles(runner, found.home);
  return withOwnPorts({
    name,
    guarantees: {
      directories: "checked",
      openFiles: "snapshot",
      changes: "checked",
      durability: "unsynced",
      locks: "runtime",
      processes: endsProcesses ? "all" : found.setsid ? "group" : "command",
    },
    files,
    search: posixSearch(runner, files),
    shell: posixShell(runner, {
      shell: found.shell,
      setsid: found.setsid,
      isLimited: maxOutputBytes !== undefined,
      keepsIds: !streams && !endsProcesses,
    }),
    // Computed here: only the texts of edits are needed.
    textThreads: localTextThreads(),
  });
}

async function probe(runner: ScriptRunner, required: readonly string[]) {
  const script = `for p in ${required.join(" ")}; do command -v "$p" >/dev/null || printf 'M%s\\0' "$p"; done
stat -c "$T" / >/dev/null 2>&1 || printf 'Mstat -c\\0'
command -v setsid >/dev/null && printf 'Gsetsid\\0'
if command -v bash >/dev/null; then printf 'Sbash\\0'; else printf 'Ssh\\0'; fi
[ -n "$HOME" ] && cd -P -- "$HOME" 2>/dev/null && printf 'H%s\\0' "$PWD"`;
  const body = await runner.run(script, { path: "/" });
  const fields = fieldsOf(body).map((field) => nameOfBytes(field));
  const missing = fields.filter((field) => field.startsWith("M")).map((field) => field.slice(1));
  if (missing.length > 0)
    throw new ToolError(
      `The machine lacks programs that a backend over its shell needs: ${missing.join(", ")}. Install coreutils or busybox there, or use remoteBackend with Node.js.`,
      { code: "not-supported" },
    );
  return {
    setsid: fields.includes("Gsetsid"),
    shell: fields.includes("Sbash") ? "bash" : "sh",
    home: fields.find((field) => field.startsWith("H"))?.slice(1),
  };
}
