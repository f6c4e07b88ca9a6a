import type { FileStat, FileType } from "../../../contract/index.js";
import { connectionLost } from "../script/index.js";

const TYPE_MASK = 0o170000;
const MODE_MASK = 0o7777;
const TYPES: ReadonlyMap<number, FileType> = new Map([
  [0o100000, "file"],
  [0o040000, "directory"],
  [0o120000, "symlink"],
]);

/** Fields before the times. */
const NUMBERS = 8;

/** Returns the status in a line of `stat`, whose format is in the prelude of the scripts. */
export function readStat(line: string): FileStat {
  const [numbers = "", changed = ""] = line.trim().split("|");
  const fields = numbers.split(" ");
  const bits = Number.parseInt(fields[0] ?? "", 16);
  const [size, device, inode, links, user, group, seconds] = fields.slice(1, NUMBERS).map(Number);
  const modifiedAtMs = milliseconds(fields.slice(NUMBERS));
  const all = [bits, size, device, inode, links, user, group, seconds, modifiedAtMs];
  if (all.some((value) => value === undefined || !Number.isFinite(value)))
    throw connectionLost(`'stat' returned ${JSON.stringify(line.slice(0, 200))}`);
  const changedAtMs = milliseconds(changed.split(" "));
  return {
    type: TYPES.get(bits & TYPE_MASK) ?? "other",
    size: size as number,
    modifiedAtMs,
    // Some programs have no exact time of the last change of metadata.
    changedAtMs: Number.isFinite(changedAtMs) ? changedAtMs : (seconds as number) * 1_000,
    mode: bits & MODE_MASK,
    owner: { user: user as number, group: group as number },
    identity: `${fields[2]}:${fields[3]}`,
    device: String(fields[2]),
    links: links as number,
  };
}

/** Returns the time of a date, a time of the day with nanoseconds, and a zone that is always UTC. */
function milliseconds([day, time = ""]: readonly string[]): number {
  const [clock = "", fraction = ""] = time.split(".");
  return Date.parse(`${day}T${clock}Z`) + Number(`0.${fraction || "0"}`) * 1_000;
}
