import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** Files and folders that the integration tests read. */
const COPIED = [
  "src",
  "test",
  "docs",
  "examples",
  "scripts",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];

/** Copy of the repository whose tests load other versions of some packages. */
export interface PreparedCopy extends Disposable {
  /** Root of the copy. */
  readonly folder: string;
}

/**
 * Copies the sources and tests to a temporary folder, and installs packages there; all other packages are links to those of the repository.
 *
 * A copy and not an alias of the test runner, because tests also start programs that load the packages.
 *
 * @param packages - the packages to install, by the name under which they are imported: `{ ai7: "npm:ai@7.0.0" }`
 */
export function prepareCopy(packages: Readonly<Record<string, string>>): PreparedCopy {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "collet-oldest-")));
  const dispose = () => rmSync(base, { recursive: true, force: true });
  try {
    const installed = join(base, "installed");
    mkdirSync(installed);
    const manifest = { private: true, dependencies: packages };
    writeFileSync(join(installed, "package.json"), JSON.stringify(manifest));
    const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error"];
    execFileSync("npm", ["install", ...options], {
      cwd: installed,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    const folder = join(base, "repository");
    for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    if (existsSync(join(ROOT, "dist"))) symlinkSync(join(ROOT, "dist"), join(folder, "dist"), "junction");
    const modules = join(folder, "node_modules");
    const replaced = new Set(Object.keys(packages));
    for (const name of packageNames(join(ROOT, "node_modules"))) {
      if (!replaced.has(name)) link(join(ROOT, "node_modules", name), join(modules, name));
    }
    for (const name of replaced) link(join(installed, "node_modules", name), join(modules, name));
    return { folder, [Symbol.dispose]: dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

/** Returns the names of the installed packages, those of a scope with their scope. */
function packageNames(modules: string): readonly string[] {
  return readdirSync(modules)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => `${name}/${own}`) : [name],
    );
}
