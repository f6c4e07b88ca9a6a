import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Peer } from "../adapters/index.js";
import { rounded } from "./cells.js";
import { packageVersion } from "./package-version.js";
import type { Cell, ReportRow } from "./report.js";

const run = promisify(execFile);
const REPOSITORY = resolve(import.meta.dirname, "../../..");
const BYTES_PER_MB = 1_000_000;
const INSTALL_LIMIT_MS = 300_000;

/** Installs each peer into an empty folder, and returns the number of packages and their size. */
export async function installRow(
  peers: readonly Peer[],
  folder: string,
  log: (line: string) => void,
): Promise<ReportRow> {
  const cells: Record<string, Cell> = {};
  for (const peer of peers) {
    if (peer.package === undefined) {
      cells[peer.id] = { kind: "none" };
      continue;
    }
    log(`  installing ${peer.package}`);
    const target = join(folder, `install-${peer.id}`);
    mkdirSync(target, { recursive: true });
    try {
      writeFileSync(join(target, "package.json"), '{ "private": true }');
      const names = await Promise.all(
        [peer.package, ...(peer.needs ?? [])].map((name) =>
          name === "collet" ? pack(target) : versioned(name),
        ),
      );
      await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...names], {
        cwd: target,
        timeout: INSTALL_LIMIT_MS,
      });
      const { packages, bytes } = sizeOf(join(target, "node_modules"));
      cells[peer.id] = {
        kind: "counted",
        text: `${packages} packages, ${rounded(bytes / BYTES_PER_MB)} MB`,
        score: -bytes,
      };
    } catch (thrown) {
      cells[peer.id] = { kind: "failed", reason: String(thrown).split("\n", 1)[0]?.slice(0, 200) ?? "" };
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  }
  return { id: "install", title: "Install: packages, size", cells };
}

/** Packs the built package as npm publishes it. */
async function pack(target: string): Promise<string> {
  const { stdout } = await run(
    "npm",
    ["pack", "--ignore-scripts", "--silent", "--pack-destination", target],
    {
      cwd: REPOSITORY,
    },
  );
  return join(target, stdout.trim().split("\n").at(-1) ?? "");
}

/** Names the version that `bench/peers` has installed. */
function versioned(name: string): string {
  const version = packageVersion(name);
  return version === undefined ? name : `${name}@${version}`;
}

function sizeOf(modules: string): { readonly packages: number; readonly bytes: number } {
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as {
    readonly packages: object;
  };
  let bytes = 0;
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return { packages: Object.keys(lock.packages).length, bytes };
}
