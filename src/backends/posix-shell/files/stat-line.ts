import type { FileStat, FileType } from "../../../contract/index.js";
import { connectionLost } from "../script/index.js";

const TYPE_MASK = 0o170000;
const MODE_MASK = 0o7777;
const TYPES: ReadonlyMap<number, FileType> = new Map([
  [0o100000, "file"],
  [0o040000, "directory"],
  [0o120000, "symlink"],
]);

const LINE =
  /^([0-9a-f]+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)? \+0000\|(?:(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?)?/;

/** Returns the status in a line of `stat`, whose format is in the prelude of the scripts. */
export function readStat(line: string): FileStat {
  const match = LINE.exec(line.trim());
  if (match === null) throw connectionLost(`'stat' returned ${JSON.stringify(line.slice(0, 200))}`);
  const [, mode = "", size, device, inode, links, user, group, seconds, ...times] = match;
  const [day, clock, fraction, changedDay, changedClock, changedFraction] = times;
  const bits = Number.parseInt(mode, 16);
  const changed =
    changedDay === undefined
      ? Number(seconds) * 1_000
      : milliseconds(changedDay, changedClock, changedFraction);
  return {
    type: TYPES.get(bits & TYPE_MASK) ?? "other",
    size: Number(size),
    modifiedAtMs: milliseconds(day, clock, fraction),
    changedAtMs: changed,
    mode: bits & MODE_MASK,
    owner: { user: Number(user), group: Number(group) },
    identity: `${device}:${inode}`,
    device: String(device),
    links: Number(links),
  };
}

function milliseconds(day: string | undefined, clock: string | undefined, fraction = ".0"): number {
  return Date.parse(`${day}T${clock}Z`) + Number(fraction) * 1_000;
}
