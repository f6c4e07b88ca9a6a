import { resolve } from "node:path";
import { build } from "tsup";

const PEERS_FOLDER = resolve(import.meta.dirname, "..");

/**
 * Builds the program of the workers and returns its path: workers start often, and a compiler in each of them would add to their memory. The
 * folder `dist` stands as deep as the sources, because they name folders relative to themselves.
 */
export async function buildWorker(): Promise<string> {
  const outDir = resolve(PEERS_FOLDER, "dist");
  await build({
    config: false,
    entry: [resolve(PEERS_FOLDER, "run/worker.ts")],
    outDir,
    format: "esm",
    target: "node22",
    clean: true,
    silent: true,
    skipNodeModulesBundle: true,
  });
  return resolve(outDir, "worker.js");
}
