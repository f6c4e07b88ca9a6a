import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

let program: Promise<string> | undefined;
let folder: string | undefined;

/**
 * The program that processes of these tests run, `call-process.ts`, as plain JavaScript: it starts in a fraction of the time
 * that translating the sources on the fly takes. Made once, from the sources as they are; see {@link removeCallProgram}.
 */
export function callProgram(): Promise<string> {
  program ??= bundle();
  return program;
}

/** Removes what {@link callProgram} made. For the end of a test file. */
export function removeCallProgram(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  folder = undefined;
  program = undefined;
}

async function bundle(): Promise<string> {
  folder = mkdtempSync(join(tmpdir(), "collet-program-"));
  const outDir = folder;
  // Processes of other users read it too.
  chmodSync(outDir, 0o755);
  symlinkSync(resolve(import.meta.dirname, "../../node_modules"), join(outDir, "node_modules"));
  // Not with this file, which all attacks import: it takes half a second.
  const { build } = await import("tsup");
  await build({
    entry: { program: fileURLToPath(new URL("./call-process.ts", import.meta.url)) },
    outDir,
    outExtension: () => ({ js: ".mjs" }),
    format: "esm",
    target: "node20",
    // One file is read in half the time of the hundreds that the packages consist of. Ripgrep lies beside its package, and
    // the locks are a package of CommonJS.
    noExternal: [/^(?!@vscode\/ripgrep|proper-lockfile)/],
    external: ["proper-lockfile"],
    minify: true,
    config: false,
    silent: true,
    dts: false,
  });
  return join(outDir, "program.mjs");
}
