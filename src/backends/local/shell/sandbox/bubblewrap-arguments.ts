import { bubblewrapFrame } from "./bubblewrap-frame.js";
import type { ConfinedCommand, HiddenPath } from "./sandboxed-command.js";

/**
 * Returns the parameters of `bwrap` for a command with: the whole machine read-only, the writable roots
 * mounted over it, a private `/tmp`, no sockets of the machine's services (`/run`), a process namespace that
 * ends with `bwrap`, and no network unless it is on.
 *
 * Pure. Later mounts cover earlier ones, so they are ordered by depth.
 */
export function bubblewrapArguments(command: ConfinedCommand): readonly string[] {
  const { writableRoots, shields, network, hidden, cwd, program, parameters } = command;
  const roots = byDepth(writableRoots.filter((root) => root !== "/"));
  return bubblewrapFrame({
    restrictions: ["--unshare-uts", ...(network === "off" ? ["--unshare-net"] : [])],
    machine: writableRoots.includes("/") ? "read-write" : "read-only",
    mounts: [
      "--tmpfs",
      "/tmp",
      // Folder in which systemd keeps the addresses of name servers; /etc/resolv.conf links to it.
      ...(network === "on" ? ["--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve"] : []),
      ...roots.flatMap((root) => ["--bind", root, root]),
      ...[...shields]
        .sort((left, right) => depthOf(left.path) - depthOf(right.path))
        .flatMap(({ path, access }) => [access === "pinned" ? "--bind" : "--ro-bind", path, path]),
      ...hidingMounts(hidden),
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

/** Returns the mounts of `bwrap` that hide files and folders. */
export function hidingMounts(hidden: readonly HiddenPath[]): readonly string[] {
  return hidden.flatMap(({ path, type }) =>
    // A device returns no content, and recursive searches skip it silently.
    type === "directory" ? ["--tmpfs", path] : ["--dev-bind", "/dev/null", path],
  );
}
