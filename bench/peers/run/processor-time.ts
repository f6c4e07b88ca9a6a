import { readFileSync } from "node:fs";

/** The unit of the times in `/proc/<id>/stat`: a hundredth of a second on every Linux that Node supports. */
const MS_PER_TICK = 10;
const US_PER_MS = 1_000;
/** Positions after the name of the program, see proc(5): utime, stime, and those of the children that have ended. */
const OWN_FIELDS = [11, 12] as const;
const CHILD_FIELDS = [13, 14] as const;

/**
 * Returns the processor time in milliseconds that this process, its ended children and the servers have used. It depends less on
 * other work of the machine than the elapsed time. Children and servers count on Linux only.
 */
export function processorTime(serverIds: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  const servers = serverIds.reduce((sum, id) => sum + ticks(id, [...OWN_FIELDS, ...CHILD_FIELDS]), 0);
  return (user + system) / US_PER_MS + (ticks(process.pid, CHILD_FIELDS) + servers) * MS_PER_TICK;
}

function ticks(id: number, fields: readonly number[]): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const values = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.reduce((sum, field) => sum + Number(values[field]), 0);
  } catch {
    return 0;
  }
}
