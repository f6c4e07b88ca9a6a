import { statfsSync } from "node:fs";

/**
 * Nanoseconds by which the time of a change may lag behind the clock: the kernel uses the time of its last
 * tick, at most 10 ms ago (CONFIG_HZ=100).
 */
const CLOCK_LAG_NS = 50_000_000n;

/**
 * File systems that stamp changes with the clock of this machine (`linux/magic.h`): ext, XFS, Btrfs, F2FS,
 * tmpfs, overlay, ZFS. On others the clock of a server may be slow.
 */
const STAMPED_HERE: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630, 0x2fc12fc1,
]);

/** Returns whether the volume of a path stamps changes with the clock of this machine. */
export function isStampedHere(path: string): boolean {
  return STAMPED_HERE.has(statfsSync(path).type);
}

/**
 * Returns the nanoseconds of the latest change that was certainly made before now: a folder with an earlier
 * change time had the same entries all the time since. A creation, removal or rename in a folder updates its change
 * time, and no process can reset it.
 */
export function certainlyBeforeNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n - CLOCK_LAG_NS;
}
