import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const REPOSITORY = resolve(import.meta.dirname, "..");
const INSTALL_LIMIT_MS = 300_000;

/** Number and size of the packages of an installation. */
export interface InstalledPackages {
  /** Packages in `node_modules`, dependencies included. */
  readonly packages: number;
  /** Bytes of their files. */
  readonly bytes: number;
}

/** Installs packages into an empty folder and returns their number and size; `collet` is the built package, as npm packs it. */
export async function installPackages(names: readonly string[]): Promise<InstalledPackages> {
  const target = mkdtempSync(join(tmpdir(), "collet-install-"));
  try {
    writeFileSync(join(target, "package.json"), '{ "private": true }');
    const wanted = await Promise.all(names.map((name) => (name === "collet" ? pack(target) : name)));
    await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...wanted], {
      cwd: target,
      timeout: INSTALL_LIMIT_MS,
    });
    return sizeOf(join(target, "node_modules"));
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

async function pack(target: string): Promise<string> {
  const { stdout } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--silent", "--pack-destination", target],
    { cwd: REPOSITORY },
  );
  return join(target, stdout.trim().split("\n").at(-1) ?? "");
}

function sizeOf(modules: string): InstalledPackages {
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
    readonly packages: object;
  };
  let bytes = 0;
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return { packages: Object.keys(lock.packages).length, bytes };
}
