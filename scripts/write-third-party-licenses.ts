import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { BUNDLED_PACKAGES_SUFFIX, type BundledPackages } from "./bundled-packages.js";

// Writes the licenses of the packages that the build contains into dist/third-party-licenses.txt; part of npm run build.
const ROOT = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");

function licenseOf(folder: string): string {
  const path = join(ROOT, folder);
  const { name, version, license } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
    readonly name: string;
    readonly version: string;
    readonly license: string;
  };
  const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file === undefined ? "" : readFileSync(join(path, file), "utf8").trim();
  return `${name} ${version} (${license})\n\n${text}`;
}

const folders = new Set<string>();
for (const name of readdirSync(DIST)) {
  if (!name.endsWith(BUNDLED_PACKAGES_SUFFIX)) continue;
  const packages = JSON.parse(readFileSync(join(DIST, name), "utf8")) as BundledPackages;
  for (const folder of Object.values(packages).flat()) folders.add(folder);
}
const found = [...folders].sort().filter((folder) => existsSync(join(ROOT, folder)));
writeFileSync(
  join(DIST, "third-party-licenses.txt"),
  `${found.map(licenseOf).join(`\n\n${"-".repeat(80)}\n\n`)}\n`,
);
