import { bubblewrapFrame } from "./bubblewrap-frame.js";
import type { ConfinedCommand } from "./confined-command.js";

/**
 * The parameters of `bwrap` that run a command so: the whole machine read-only, the writable roots over it, a `/tmp` of its
 * own, no sockets of the machine's services (`/run`), a process namespace of its own that ends with `bwrap`, and no network
 * unless it is on.
 *
 * Pure. What is mounted later lies over what was mounted before, so the order is that of the depth.
 */
export function bubblewrapArguments(command: ConfinedCommand): readonly string[] {
  const { writableRoots, shields, network, cwd, program, parameters } = command;
  const roots = byDepth(writableRoots.filter((root) => root !== "/"));
  return bubblewrapFrame({
    restrictions: ["--unshare-uts", ...(network === "off" ? ["--unshare-net"] : [])],
    machine: writableRoots.includes("/") ? "read-write" : "read-only",
    mounts: [
      "--tmpfs",
      "/tmp",
      // Where systemd keeps the addresses of name servers, to which /etc/resolv.conf links.
      ...(network === "on" ? ["--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve"] : []),
      ...roots.flatMap((root) => ["--bind", root, root]),
      ...[...shields]
        .sort((left, right) => depthOf(left.path) - depthOf(right.path))
        .flatMap(({ path, access }) => [access === "pinned" ? "--bind" : "--ro-bind", path, path]),
    ],
    cwd,
    program,
    parameters,
  });
}

function byDepth(paths: readonly string[]): readonly string[] {
  return [...paths].sort((left, right) => depthOf(left) - depthOf(right));
}

function depthOf(path: string): number {
  return path.split("/").length;
}
