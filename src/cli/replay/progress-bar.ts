import type { CommandLineStreams } from "../command-line-streams.js";

/** Characters of the bar. */
const WIDTH = 30;

/** Milliseconds between two drawings. */
const INTERVAL_MS = 100;

/** A bar on the standard error. */
export interface ProgressBar {
  update(done: number): void;
  /** Removes the bar. */
  end(): void;
}

/** Creates a progress bar; without a terminal it draws nothing. */
export function createProgressBar(
  total: number,
  { stderr }: Pick<CommandLineStreams, "stderr">,
): ProgressBar {
  if (stderr.isTTY !== true) return { update: () => {}, end: () => {} };
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    update(done) {
      const now = Date.now();
      if (now - drawnAt < INTERVAL_MS) return;
      drawnAt = now;
      const part = total === 0 ? 1 : Math.min(1, done / total);
      const full = Math.round(part * WIDTH);
      stderr.write(`\r[${"#".repeat(full)}${" ".repeat(WIDTH - full)}] ${Math.floor(part * 100)} %`);
    },
    end: () => void stderr.write(`\r${" ".repeat(WIDTH + 8)}\r`),
  };
}
