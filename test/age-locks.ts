import { existsSync, lutimesSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Makes all locks below a state directory look as if nobody had refreshed them for a minute, so that nobody has to wait until they are old. */
export function ageLocks(stateDirectory: string): void {
  const folder = join(stateDirectory, "locks");
  // A process that was killed early has taken none.
  if (!existsSync(folder)) return;
  const aMinuteAgo = Date.now() / 1_000 - 60;
  for (const name of readdirSync(folder)) lutimesSync(join(folder, name), aMinuteAgo, aMinuteAgo);
}
