/** The parts in which the sandboxes of `bwrap` differ. */
export interface BubblewrapFrame {
  /** Restrictions in addition to those on processes, inter-process communication and capabilities. */
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
 * Returns the parameters of `bwrap` shared by all sandboxes, combined with those of one: a process namespace
 * that ends with `bwrap`, no capabilities, new `/dev` and `/proc`, and no sockets of the machine's services.
 * Pure.
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
    // Sockets accept connections even on a read-only file system: docker's socket would lead out of the
    // sandbox.
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
