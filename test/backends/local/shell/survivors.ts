import { readdirSync, readFileSync } from "node:fs";

/** A duration for `sleep` that no other process has, so that survivors can be found. */
export function sleepMark(): string {
  return `31536${Math.floor(Math.random() * 1e9)}`;
}

/** Processes that are alive (a zombie is not) and have a mark in their command line. */
export function survivors(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").includes(mark);
      } catch {
        return false;
      }
    });
}

/** Looks for processes that start others while they are ended. */
const MAX_ROUNDS = 50;

/** Ends all processes with a mark in their command line; one that ends by itself meanwhile is no failure. */
export function endSurvivors(mark: string): void {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = survivors(mark);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, "SIGKILL");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
  }
}
