import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { required } from "./required.js";
import type { CheckRow } from "./row.js";

const STARTED_PROCESSES = 3;
/** The time a peer has to end the processes after the cancellation. */
const PATIENCE_MS = 8_000;
const POLL_MS = 50;

/** A command with three processes (in the foreground, in the background, in a separate session) that the user cancels. */
export const LEFT_PROCESSES: CheckRow = {
  type: "check",
  id: "left-processes",
  title: "Processes left after a cancelled command (of 3)",
  group: "checks",
  needs: "command",
  count: async (tools, { folder }) => {
    // The duration marks the processes of this row.
    const duration = String(100_000 + process.pid);
    const started = join(folder, "started");
    const abort = new AbortController();
    const command = `setsid sleep ${duration} & sleep ${duration} & touch ${started}; sleep ${duration}`;
    const end = required(tools.command)({ command, signal: abort.signal }).catch(() => undefined);
    for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
      if (existsSync(started) && sleepers(duration).length === STARTED_PROCESSES) break;
      await setTimeout(POLL_MS);
    }
    const before = sleepers(duration).length;
    if (before !== STARTED_PROCESSES)
      throw new Error(`${before} processes started instead of ${STARTED_PROCESSES}`);
    abort.abort();
    for (let waited = 0; waited < PATIENCE_MS && sleepers(duration).length > 0; waited += POLL_MS)
      await setTimeout(POLL_MS);
    const left = sleepers(duration);
    for (const id of left) process.kill(id, "SIGKILL");
    await Promise.race([end, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    return { text: String(left.length), score: -left.length };
  },
};

/** Returns the ids of the processes `sleep` with this duration (Linux). */
function sleepers(duration: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/cmdline`, "utf8") === `sleep\0${duration}\0`;
      } catch {
        return false; // it has ended
      }
    });
}
