import { realpath } from "node:fs/promises";
import { type KeysOf, requireOptions } from "../../values/index.js";
import { withOwnPorts } from "../checked/index.js";
import { type PosixShellBackend, posixShellBackend } from "../posix-shell/index.js";
import { programExec, runProgram } from "./program-exec.js";
import { limitedShell, requireFolders, requireLimits, type SandboxLimits } from "./sandbox-limits.js";
import { bubblewrapProblem, sandboxUnavailable } from "./sandbox-unavailable.js";

/** Options of {@link bubblewrapBackend}. */
export interface BubblewrapBackendOptions {
  /** Folders of this machine that can be changed, absolute. Everything else is read-only. */
  readonly writable: readonly string[];
  /** Folders that are shown as empty, absolute: those with secrets, for example. Default: none. */
  readonly hidden?: readonly string[];
  /** Whether commands have the network of this machine. Default: false. */
  readonly network?: boolean;
  /** Limits of memory, processes and time. Default: none. */
  readonly limits?: SandboxLimits;
}

const OPTION_NAMES = {
  writable: true,
  hidden: true,
  network: true,
  limits: true,
} as const satisfies KeysOf<BubblewrapBackendOptions>;

/** Bytes in the unit of 'ulimit -v'. */
const MEMORY_UNIT = 1_024;

/**
 * Creates a backend whose operations and commands each run in bubblewrap on this machine: without network, with everything
 * read-only except some folders, its own `/tmp`, and its own list of processes, all of which end with the command.
 *
 * Files of this user that are not `hidden` can be read. Nothing runs outside: where bubblewrap is missing or the system
 * does not let it create namespaces, the promise rejects.
 *
 * @throws ToolError `sandbox-unavailable` with the reason and the remedy
 * @example
 * const backend = await bubblewrapBackend({ writable: ["/srv/project"], limits: { memoryBytes: 2 ** 31 } });
 * const runtime = createToolRuntime({ cwd: "/srv/project", backend });
 */
export async function bubblewrapBackend(options: BubblewrapBackendOptions): Promise<PosixShellBackend> {
  requireOptions("bubblewrapBackend", options, OPTION_NAMES);
  const { writable, hidden = [], network = false, limits = {} } = options;
  requireFolders("writable", writable);
  requireFolders("hidden", hidden);
  requireLimits("bubblewrapBackend", limits);
  if (typeof network !== "boolean") throw new TypeError("network must be true or false.");
  const real = await Promise.all(
    writable.map((folder) =>
      realpath(folder).catch(() => {
        throw new TypeError(`writable contains '${folder}', which does not exist.`);
      }),
    ),
  );
  const parameters = [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run"],
    ...hidden.flatMap((folder) => ["--tmpfs", folder]),
    ...real.flatMap((folder) => ["--bind", folder, folder]),
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--new-session"],
    ...(network ? [] : ["--unshare-net"]),
    ...["--setenv", "TMPDIR", "/tmp", "--", "sh", "-c"],
  ];
  const tried = await runProgram("bwrap", [...parameters, ":"]);
  if (tried.missing !== undefined)
    throw sandboxUnavailable(
      `bubblewrap cannot be started (${tried.missing}). Install the package bubblewrap; it exists for Linux only.`,
    );
  if (tried.exitCode !== 0) throw sandboxUnavailable(bubblewrapProblem(tried.stderr));
  const { memoryBytes, processes } = limits;
  const bounds = [
    ...(memoryBytes === undefined ? [] : [`ulimit -v ${Math.ceil(memoryBytes / MEMORY_UNIT)} || exit 1`]),
    // The option is '-u' in bash and '-p' in dash.
    ...(processes === undefined
      ? []
      : [`ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes} || exit 1`]),
  ];
  const limited = bounds.length === 0 ? parameters : [...parameters, `${bounds.join("\n")}\nexec sh -c "$0"`];
  const backend = await posixShellBackend({
    name: "bubblewrap",
    exec: programExec("bwrap", limited),
    // Everything in the namespace ends with its first process.
    endsProcesses: true,
  });
  return withOwnPorts({ ...backend, shell: limitedShell(backend.shell, "bubblewrap", limits) });
}
