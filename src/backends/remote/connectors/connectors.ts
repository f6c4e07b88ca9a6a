import { shellQuoted } from "../../../text/index.js";
import { type KeysOf, requireOptions } from "../../../values/index.js";
import { childStream } from "./child-stream.js";
import { copiedWorkerCommand, withCopiedWorker } from "./copied-worker.js";
import type { Connector, RemoteStream } from "./remote-stream.js";

/** The command that starts a worker where `collet` is installed. */
const WORKER: readonly string[] = ["collet", "serve", "--stdio"];

/** Names of {@link WorkerOptions}. */
export const WORKER_OPTIONS = {
  worker: true,
  install: true,
  node: true,
} as const satisfies KeysOf<WorkerOptions>;
const PROCESS_OPTIONS = { command: true, variables: true } as const satisfies KeysOf<ProcessConnectorOptions>;
const SSH_OPTIONS = {
  ...WORKER_OPTIONS,
  host: true,
  arguments: true,
} as const satisfies KeysOf<SshConnectorOptions>;
const CONTAINER_OPTIONS = {
  ...WORKER_OPTIONS,
  program: true,
  container: true,
  arguments: true,
} as const satisfies KeysOf<ContainerConnectorOptions>;
const BWRAP_OPTIONS = {
  writable: true,
  network: true,
  worker: true,
} as const satisfies KeysOf<BwrapConnectorOptions>;

/** Options that all connectors share. */
export interface WorkerOptions {
  /** Command that starts a worker there. Default: `["collet", "serve", "--stdio"]`. */
  readonly worker?: readonly string[];
  /**
   * `"copy"`: copies the worker of this package, one file of about 2 MB, into the user's cache there, unless it is there already, and
   * starts it with Node; nothing needs to be installed. `"present"` (default): starts `worker`. Both cannot be given.
   */
  readonly install?: "copy" | "present";
  /** The program of Node there, for `install: "copy"`. Default: `"node"`. */
  readonly node?: string;
}

/** Returns a connector that starts a worker which is there, or copies it first. */
export function connectorOf(
  { worker, install = "present", node = "node" }: WorkerOptions,
  start: (worker: readonly string[]) => RemoteStream | Promise<RemoteStream>,
): Connector {
  if (install !== "copy" && install !== "present")
    throw new TypeError(`install must be "copy" or "present", but it is ${JSON.stringify(install)}.`);
  if (install === "present") return () => start(worker ?? WORKER);
  if (worker !== undefined) throw new TypeError('worker and install: "copy" cannot be combined.');
  return async () => withCopiedWorker(await start(await copiedWorkerCommand(node)));
}

/** Options of {@link processConnector}. */
export interface ProcessConnectorOptions {
  /** Program and arguments. They must start a worker and connect it with the standard streams. */
  readonly command: readonly [string, ...string[]];
  /** Names of further variables of this process that the program receives. Default: none. */
  readonly variables?: readonly string[];
}

/**
 * Creates a connector that starts a worker as a child process.
 *
 * @example
 * const connect = processConnector({ command: ["bwrap", "--bind", "/", "/", "collet", "serve", "--stdio"] });
 */
export function processConnector(options: ProcessConnectorOptions): Connector {
  requireOptions("processConnector", options, PROCESS_OPTIONS);
  const { command, variables } = options;
  return () => childStream(command, variables);
}

/** Options of {@link sshConnector}. */
export interface SshConnectorOptions extends WorkerOptions {
  /** The machine, as `ssh` accepts it: `user@host` or a name of the user's ssh configuration. */
  readonly host: string;
  /** Arguments before the host: `["-p", "2222"]`. */
  readonly arguments?: readonly string[];
}

/**
 * Creates a connector that starts a worker through the user's own `ssh`, with its configuration, keys and known hosts.
 * It never asks for a password: a login that needs one fails.
 *
 * @example
 * const connect = sshConnector({ host: "build.example.com" });
 */
export function sshConnector(options: SshConnectorOptions): Connector {
  requireOptions("sshConnector", options, SSH_OPTIONS);
  const { host } = options;
  if (host === "" || host.startsWith("-")) throw new TypeError("host must be the name of a machine.");
  const quiet = ["-T", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=15"];
  return connectorOf(options, (worker) => {
    const remote = worker.map(shellQuoted).join(" ");
    const command = ["ssh", ...quiet, ...(options.arguments ?? []), "--", host, remote] as const;
    return childStream(command, ["SSH_AUTH_SOCK", "XDG_RUNTIME_DIR"]);
  });
}

/** Options of {@link containerConnector}. */
export interface ContainerConnectorOptions extends WorkerOptions {
  /** The command line program of the container's runtime. */
  readonly program: "docker" | "podman" | "kubectl";
  /** Name of a running container, or of a pod for `kubectl`. */
  readonly container: string;
  /** Arguments after `exec`: `["-u", "node"]`, `["-n", "team", "-c", "main"]`. */
  readonly arguments?: readonly string[];
}

/**
 * Creates a connector that starts a worker in a running container, through `docker exec`, `podman exec` or `kubectl exec`.
 *
 * @example
 * const connect = containerConnector({ program: "docker", container: "project" });
 */
export function containerConnector(options: ContainerConnectorOptions): Connector {
  requireOptions("containerConnector", options, CONTAINER_OPTIONS);
  const { program, container } = options;
  if (container === "" || container.startsWith("-"))
    throw new TypeError("container must be the name of a container.");
  const separator = program === "kubectl" ? ["--"] : [];
  const own = options.arguments ?? [];
  const variables = [
    ...["DOCKER_HOST", "DOCKER_CONTEXT", "DOCKER_CONFIG", "CONTAINER_HOST", "CONTAINERS_CONF"],
    "KUBECONFIG",
  ];
  return connectorOf(options, (worker) => {
    const command = [program, "exec", "-i", ...own, container, ...separator, ...worker] as const;
    return childStream(command, [...variables, "XDG_RUNTIME_DIR"]);
  });
}

/** Options of {@link bwrapConnector}. */
export interface BwrapConnectorOptions extends Pick<WorkerOptions, "worker"> {
  /** Folders that the worker may write; everything else is read-only. */
  readonly writable: readonly string[];
  /** Whether the worker has the network of this machine. Default: false. */
  readonly network?: boolean;
}

/**
 * Creates a connector that starts a worker in bubblewrap on this machine: everything except `/tmp`, which is empty, can
 * be read, and only some folders can be written. Fails where bubblewrap is missing or the system does not let it create
 * namespaces; it never starts a worker outside.
 *
 * @example
 * const connect = bwrapConnector({ writable: ["/srv/project"] });
 */
export function bwrapConnector(options: BwrapConnectorOptions): Connector {
  requireOptions("bwrapConnector", options, BWRAP_OPTIONS);
  const { writable, network = false, worker = WORKER } = options;
  const binds = writable.flatMap((folder) => ["--bind", folder, folder]);
  const command = [
    "bwrap",
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
    ...binds,
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--new-session"],
    ...(network ? [] : ["--unshare-net"]),
    ...["--setenv", "COLLET_STATE_DIRECTORY", "/tmp/collet-state", "--"],
    ...worker,
  ] as const;
  return () => childStream(command);
}
