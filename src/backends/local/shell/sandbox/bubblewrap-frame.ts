/** Parts in which one sandbox of `bwrap` differs from another. */
export interface BubblewrapFrame {
  /** Options that take away more than the processes, the inter-process communication and the capabilities of the machine. */
  readonly restrictions: readonly string[];
  /** Access to the whole machine, before anything is mounted over it. */
  readonly machine: "read-only" | "read-write";
  /** Mounts over the machine, in their order. */
  readonly mounts: readonly string[];
  readonly cwd: string;
  readonly program: string;
  readonly parameters: readonly string[];
}

/**
 * Returns the parameters of `bwrap` that every sandbox has in common, around those of one: a process namespace that ends with
 * `bwrap`, no capabilities, new `/dev` and `/proc`, and no sockets of the machine's services. Pure.
 */
export function bubblewrapFrame(frame: BubblewrapFrame): readonly string[] {
  const { restrictions, machine, mounts, cwd, program, parameters } = frame;
  return [
    "--die-with-parent",
    "--unshare-pid",
    "--unshare-ipc",
    "--cap-drop",
    "ALL",
    ...restrictions,
    machine === "read-write" ? "--bind" : "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    // A socket can be connected to on a read-only file system: the socket of docker would lead out of the sandbox.
    "--tmpfs",
    "/run",
    ...mounts,
    "--chdir",
    cwd,
    "--",
    program,
    ...parameters,
  ];
}
