import { type InstalledPackages, installPackages } from "../../installed-package.js";
import type { Peer } from "../adapters/index.js";
import { rounded } from "./cells.js";
import { packageVersion } from "./package-version.js";
import type { Cell, ReportRow } from "./report.js";

const BYTES_PER_MB = 1_000_000;

/** Installs each peer into an empty folder, and returns the number of packages and their size. */
export async function installRow(peers: readonly Peer[], log: (line: string) => void): Promise<ReportRow> {
  const cells: Record<string, Cell> = {};
  for (const peer of peers) {
    if (peer.package === undefined) {
      cells[peer.id] = { kind: "none" };
      continue;
    }
    log(`  installing ${peer.package}`);
    try {
      cells[peer.id] = cellOf(await installPackages([peer.package, ...(peer.needs ?? [])].map(versioned)));
    } catch (thrown) {
      cells[peer.id] = { kind: "failed", reason: String(thrown).split("\n", 1)[0]?.slice(0, 200) ?? "" };
    }
  }
  return { id: "install", title: "Install: packages, size", cells };
}

function cellOf({ packages, bytes }: InstalledPackages): Cell {
  return {
    kind: "counted",
    text: `${packages} packages, ${rounded(bytes / BYTES_PER_MB)} MB`,
    score: -bytes,
  };
}

/** Names the version that `bench/peers` has installed; `collet` is the package of this repository. */
function versioned(name: string): string {
  const version = name === "collet" ? undefined : packageVersion(name);
  return version === undefined ? name : `${name}@${version}`;
}
