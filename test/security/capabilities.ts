import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPrivateCheckout } from "../private-checkout.js";

/** A feature of the machine that some attacks need. */
export type Capability =
  | "linux"
  | "root"
  | "mkfifo"
  | "mknod"
  | "mount"
  | "overlay"
  | "immutable-files"
  | "xattr"
  | "bubblewrap";

const PROBES: Readonly<Record<Capability, () => boolean>> = {
  linux: () => process.platform === "linux",
  // Which acts as another user, who must be able to start programs from this folder.
  root: () => process.getuid?.() === 0 && !isPrivateCheckout,
  mkfifo: () => works("mkfifo", "--version"),
  mknod: () => inFolder((folder) => works("mknod", join(folder, "zero"), "c", "1", "5")),
  mount: () => inFolder((folder) => works("mount", "-t", "tmpfs", "none", folder) && works("umount", folder)),
  overlay: () =>
    inFolder((folder) => {
      const layers = ["lower", "upper", "work"].map((name) => join(folder, name));
      for (const layer of [...layers, join(folder, "top")]) mkdirSync(layer);
      const options = `lowerdir=${layers[0]},upperdir=${layers[1]},workdir=${layers[2]}`;
      const top = join(folder, "top");
      return works("mount", "-t", "overlay", "-o", options, "none", top) && works("umount", top);
    }),
  "immutable-files": () =>
    inFolder((folder) => {
      const path = join(folder, "f");
      writeFileSync(path, "");
      return works("chattr", "+i", path) && works("chattr", "-i", path);
    }),
  bubblewrap: () =>
    works("bwrap", "--ro-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "--dev", "/dev", "true"),
  xattr: () =>
    inFolder((folder) => {
      const path = join(folder, "f");
      writeFileSync(path, "");
      const program = "import os, sys; os.setxattr(sys.argv[1], 'user.collet', b'1')";
      return works("python3", "-c", program, path);
    }),
};

const known = new Map<Capability, boolean>();

/** Returns the capabilities that this machine lacks. */
export function missing(needs: readonly Capability[] = []): readonly Capability[] {
  return needs.filter((capability) => {
    let present = known.get(capability);
    if (present === undefined) {
      present = PROBES[capability]();
      known.set(capability, present);
    }
    return !present;
  });
}

function works(command: string, ...parameters: readonly string[]): boolean {
  return spawnSync(command, parameters, { stdio: "ignore" }).status === 0;
}

function inFolder(probe: (folder: string) => boolean): boolean {
  const folder = mkdtempSync(join(tmpdir(), "collet-probe-"));
  try {
    return probe(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
