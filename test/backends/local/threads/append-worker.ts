import { localThreadStore } from "../../../../src/backends/local/index.js";

/**
 * Appends entries of different lengths to one thread, one by one:
 * `append-worker <state> <project> <name> <count>`.
 */
async function append([
  stateDirectory = "",
  project = "",
  name = "",
  count = "0",
]: readonly string[]): Promise<void> {
  const store = localThreadStore({ stateDirectory });
  for (let number = 0; number < Number(count); number += 1) {
    const text = `${name}-${number} ${"x".repeat(number % 5 === 0 ? 300_000 : 50)} end-${name}-${number}`;
    await store.append("shared", [{ role: "user", text, at: number }], { project });
  }
}

void append(process.argv.slice(2));
