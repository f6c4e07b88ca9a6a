import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { BenchRow } from "./bench-row.js";
import { installPackages } from "./installed-package.js";

const TYPES = resolve(import.meta.dirname, "../dist/index.d.ts");
const BYTES_PER_MB = 1_000_000;

/** Measures what `npm install collet zod` writes, in addition to zod and ripgrep, which it contains in any case. */
export async function benchInstall(): Promise<readonly BenchRow[]> {
  if (!existsSync(TYPES)) {
    console.log("  skipped: run npm run build first, so that the package contains its type declarations");
    return [];
  }
  const needed = await installPackages(["zod", "@vscode/ripgrep"]);
  const { packages, bytes } = await installPackages(["collet", "zod"]);
  return [
    {
      name: "npm install collet zod, size",
      value: bytes / BYTES_PER_MB,
      unit: "MB",
      limit: needed.bytes / BYTES_PER_MB,
      ratio: bytes / needed.bytes,
      goal: "<= 20 MB (limit: zod and ripgrep)",
    },
    {
      name: "npm install collet zod, packages",
      value: packages,
      unit: "",
      limit: needed.packages,
      ratio: packages / needed.packages,
      goal: "<= 16",
    },
  ];
}
