import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// In the state folder that all tests share and that goes with them; looked up here, for a test may have another.
const FOLDER = mkdtempSync(join(process.env.XDG_STATE_HOME ?? tmpdir(), "bundles-"));

const bundles = new Map<string, Promise<string>>();

/**
 * Bundles a module with all that it imports into one file of CommonJS, so that a process of it starts in no time. Each module
 * is bundled once in a test process.
 *
 * @param entry - the module's path
 * @returns the path of the bundle, from which its exports can be imported by name
 */
export function bundledModule(entry: string): Promise<string> {
  let file = bundles.get(entry);
  if (file === undefined) {
    file = bundleOf(entry, `bundle-${bundles.size}`);
    bundles.set(entry, file);
  }
  return file;
}

/** A program as one file, in a folder from which packages are found. */
export interface BundledProgram {
  readonly file: string;
  dispose(): void;
}

/**
 * Bundles a program with the library's source, so that a process of it starts in no time; packages stay what they are.
 *
 * @param entry - the program's path
 */
export async function bundledProgram(entry: string): Promise<BundledProgram> {
  const cache = join(import.meta.dirname, "../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "collet-program-"));
  await bundle(entry, { name: "program", folder, format: "esm" });
  return {
    file: join(folder, "program.mjs"),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function bundleOf(entry: string, name: string): Promise<string> {
  // CommonJS, for the lock library is.
  await bundle(entry, { name, folder: FOLDER, format: "cjs" });
  return join(FOLDER, `${name}.cjs`);
}

async function bundle(
  entry: string,
  to: { readonly name: string; readonly folder: string; readonly format: "cjs" | "esm" },
): Promise<void> {
  const { name, folder, format } = to;
  // Not with this file, which many import that bundle nothing: it takes half a second.
  const { build } = await import("tsup");
  await build({
    config: false,
    entry: { [name]: entry },
    outDir: folder,
    format,
    outExtension: () => ({ js: format === "cjs" ? ".cjs" : ".mjs" }),
    target: "node20",
    platform: "node",
    noExternal: format === "cjs" ? [/.*/] : [],
    // Development dependencies of CommonJS modules.
    external: format === "esm" ? [/^vscode-jsonrpc/, "proper-lockfile"] : [],
    // Keeps what is loaded later in files of its own.
    splitting: format === "esm",
    silent: true,
    dts: false,
    clean: false,
  });
}
