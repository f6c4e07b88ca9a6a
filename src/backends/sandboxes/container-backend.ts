import { type Backend, describeThrown } from "../../contract/index.js";
import { type KeysOf, requireKnownValue, requireOptions } from "../../values/index.js";
import { withOwnPorts } from "../checked/index.js";
import { posixShellBackend } from "../posix-shell/index.js";
import { containerConnector, openRemote } from "../remote/index.js";
import { programExec, runProgram } from "./program-exec.js";
import { limitedShell, requireFolders, requireLimits, type SandboxLimits } from "./sandbox-limits.js";
import { containerProblem, sandboxUnavailable } from "./sandbox-unavailable.js";

/** Options of {@link containerBackend}: either a running container, or an image from which one is started. */
export interface ContainerBackendOptions {
  /** The command line program. `podman` needs no daemon. */
  readonly program: "podman" | "docker";
  /** Name of a running container. It is used as it is, with its own network and limits, and keeps running. */
  readonly container?: string;
  /** Image from which a container is started; it is removed by `dispose`. */
  readonly image?: string;
  /** Folders of this machine that the new container can change, absolute, under the same paths. */
  readonly writable?: readonly string[];
  /** Folders of this machine that the new container can read, absolute, under the same paths. */
  readonly readable?: readonly string[];
  /** Whether the new container has a network. Default: false. */
  readonly network?: boolean;
  /** Limits of memory, processes and time. Default: none. */
  readonly limits?: SandboxLimits;
  /** Arguments of `run` before the image: `["--user", "node"]`. */
  readonly arguments?: readonly string[];
  /**
   * `worker`: files and commands are served by `collet serve --stdio` in the container, with all guarantees. `shell`: by its POSIX
   * shell. Default: the worker if the container has `collet`, else the shell.
   */
  readonly through?: "worker" | "shell";
}

const OPTION_NAMES = {
  program: true,
  container: true,
  image: true,
  writable: true,
  readable: true,
  network: true,
  limits: true,
  arguments: true,
  through: true,
} as const satisfies KeysOf<ContainerBackendOptions>;

/** A backend in a container. */
export interface ContainerBackend extends Backend {
  /** Name or id of the container. */
  readonly container: string;
  /** Removes the container if it was started by this backend. */
  dispose(): Promise<void>;
}

/**
 * Creates a backend in a container of podman or docker.
 *
 * A container that it starts has no network, a read-only file system except `writable` and `/tmp`, no capabilities, and the
 * limits. Nothing runs outside: where the program or its daemon is missing, the promise rejects.
 *
 * @throws ToolError `sandbox-unavailable` with the reason and the remedy
 * @example
 * const backend = await containerBackend({ program: "podman", image: "node:22", writable: ["/srv/project"] });
 * const runtime = createToolRuntime({ cwd: "/srv/project", backend });
 */
export async function containerBackend(options: ContainerBackendOptions): Promise<ContainerBackend> {
  requireOptions("containerBackend", options, OPTION_NAMES);
  const { program, limits = {}, through } = options;
  requireKnownValue("program", program, ["podman", "docker"]);
  if (through !== undefined) requireKnownValue("through", through, ["worker", "shell"]);
  requireLimits("containerBackend", limits);
  const container = await openContainer(options);
  const isOwn = options.image !== undefined;
  const remove = async () => {
    if (isOwn) await runProgram(program, ["rm", "--force", "--volumes", container]);
  };
  try {
    const way = through ?? (await wayInto(program, container));
    const backend =
      way === "worker"
        ? (await openRemote({ name: program, connect: containerConnector({ program, container }) })).backend
        : await posixShellBackend({
            name: program,
            exec: programExec(program, ["exec", "-i", container, "sh", "-c"]),
          });
    const { shell } = backend;
    return withOwnPorts({
      ...backend,
      container,
      ...(shell !== undefined && { shell: limitedShell(shell, program, limits) }),
      dispose: async () => {
        await backend.dispose?.();
        await remove();
      },
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openContainer(options: ContainerBackendOptions): Promise<string> {
  const { program, container, image } = options;
  if ((container === undefined) === (image === undefined))
    throw new TypeError("containerBackend needs either container or image.");
  const name = container ?? image ?? "";
  if (typeof name !== "string" || name === "" || name.startsWith("-"))
    throw new TypeError(`${container === undefined ? "image" : "container"} must be a name.`);
  if (container === undefined) return startContainer(name, options);
  for (const option of ["writable", "readable", "network", "arguments"] as const) {
    if (options[option] !== undefined)
      throw new TypeError(
        `${option} applies to a container that is started from an image, not to a running one.`,
      );
  }
  const found = await runProgram(program, ["exec", container, "sh", "-c", ":"]);
  if (found.missing !== undefined) throw programMissing(program, found.missing);
  if (found.exitCode !== 0) throw sandboxUnavailable(containerProblem(program, found.stderr));
  return container;
}

async function startContainer(image: string, options: ContainerBackendOptions): Promise<string> {
  const { program, writable = [], readable = [], network = false, limits = {} } = options;
  requireFolders("writable", writable);
  requireFolders("readable", readable);
  if (typeof network !== "boolean") throw new TypeError("network must be true or false.");
  const { memoryBytes, processes } = limits;
  const started = await runProgram(program, [
    ...["run", "--detach", "--rm", "--read-only", "--tmpfs", "/tmp", "--pull", "never"],
    ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...(network ? [] : ["--network", "none"]),
    ...(memoryBytes === undefined
      ? []
      : ["--memory", String(memoryBytes), "--memory-swap", String(memoryBytes)]),
    ...(processes === undefined ? [] : ["--pids-limit", String(processes)]),
    ...writable.flatMap((folder) => ["--volume", `${folder}:${folder}:rw`]),
    ...readable.flatMap((folder) => ["--volume", `${folder}:${folder}:ro`]),
    ...(options.arguments ?? []),
    ...["--entrypoint", "", image, "sh", "-c", "while :; do sleep 3600; done"],
  ]);
  if (started.missing !== undefined) throw programMissing(program, started.missing);
  const id = started.stdout.trim().split("\n").at(-1) ?? "";
  if (started.exitCode !== 0 || id === "")
    throw sandboxUnavailable(containerProblem(program, started.stderr));
  return id;
}

/** Returns `worker` if the container has the program of a worker. */
async function wayInto(program: string, container: string): Promise<"worker" | "shell"> {
  const found = await runProgram(program, ["exec", container, "sh", "-c", "command -v collet"]);
  return found.exitCode === 0 ? "worker" : "shell";
}

function programMissing(program: string, problem: string) {
  return sandboxUnavailable(
    `${program} cannot be started (${describeThrown(new Error(problem))}). Install it, or use bubblewrapBackend.`,
  );
}
