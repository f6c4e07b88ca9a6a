import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { BUNDLED_PACKAGES_SUFFIX, type BundledPackages } from "../../../../scripts/bundled-packages.js";

const DIST = resolve(import.meta.dirname, "../../../../dist");

/** Returns the packages that a built file contains, as the build has noted them. */
function bundledIn(file: string): readonly string[] {
  if (!file.startsWith(DIST)) return [];
  const lists = ["library", "html-worker"].map(
    (bundle) =>
      JSON.parse(
        readFileSync(resolve(DIST, `${bundle}${BUNDLED_PACKAGES_SUFFIX}`), "utf8"),
      ) as BundledPackages,
  );
  return lists
    .flatMap((list) => list[basename(file)] ?? [])
    .map((folder) => folder.slice("node_modules/".length));
}

/** Returns the imports of a built file, including indirect ones, before any of it runs. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  const text = readFileSync(file, "utf8");
  for (const name of bundledIn(file)) seen.add(name);
  for (const [, specifier = ""] of text.matchAll(
    /^(?:import|export)\b(?:[^'"\n]*?from\s*)?["']([^"']+)["']/gm,
  )) {
    const target = specifier.startsWith(".") ? resolve(dirname(file), specifier) : specifier;
    if (seen.has(target)) continue;
    seen.add(target);
    if (specifier.startsWith(".")) loadedWith(target, seen);
  }
  return seen;
}

const HEAVY = ["linkedom", "@mozilla/readability", "turndown", "@joplin/turndown-plugin-gfm"];
const TOKENIZING = ["htmlparser2"];
/** Beginnings of declarations in parts that are loaded on first use. */
const PARTS_ON_FIRST_USE = [
  "ServerPool=class",
  "function applyEditBriefly(",
  "function searchWithRipgrep(",
  "function addCommandFacts(",
  "function lineFinder(",
  "AgentLoop=class",
  "async function runChecks(",
  "function makePlan(",
  "function createDiscoverer(",
  "CallRun=class",
  "function planAdmitted(",
  "function explainAdmitted(",
  "function continueResults(",
  "function scopedFiles(",
  "function localFileLocks(",
  "function localIntentLog(",
  "function localApprovals(",
  "function localModules(",
  "function localSyntax(",
  "function threadFiles(",
  "function formatFile(",
  "function journalState(",
];

/** Files that an entry point may load. Node spends as long on a file as on compiling 20,000 characters. */
const MAX_FILES_AT_IMPORT = 12;

/** Characters that an entry point may load: what decides how long an import takes, whatever the machine. */
const MAX_CHARACTERS_AT_IMPORT = { "index.js": 1_280_000, "core.js": 760_000 };
const FETCHING = ["ipaddr.js", "http", "node:http", "zlib", "node:zlib"];

describe("importing the package", () => {
  it("loads no code that fetches or converts pages", () => {
    const loaded = loadedWith(resolve(DIST, "index.js"));
    expect(loaded.size).toBeGreaterThan(5);
    expect([...loaded]).toEqual(expect.arrayContaining(["zod", "diff"]));
    expect([...HEAVY, ...TOKENIZING, ...FETCHING].filter((name) => loaded.has(name))).toEqual([]);
  });

  it("loads no part that is meant to be loaded on first use", () => {
    const isIn = (files: Iterable<string>) => (part: string) =>
      [...files].some((file) => file.endsWith(".js") && readFileSync(file, "utf8").includes(part));
    const loaded = [...loadedWith(resolve(DIST, "index.js"))].filter((file) => file.startsWith(DIST));
    const built = readdirSync(DIST).map((name) => resolve(DIST, name));
    expect(PARTS_ON_FIRST_USE.filter(isIn(built))).toEqual(PARTS_ON_FIRST_USE);
    expect(PARTS_ON_FIRST_USE.filter(isIn(loaded))).toEqual([]);
  });

  it.each(Object.entries(MAX_CHARACTERS_AT_IMPORT))(
    "loads few files and little code with %s",
    (entry, most) => {
      const path = resolve(DIST, entry);
      const files = [...loadedWith(path), path].filter((file) => file.startsWith(DIST));
      const characters = files.map((file) => readFileSync(file, "utf8").length).reduce((a, b) => a + b);
      expect(files.length).toBeLessThanOrEqual(MAX_FILES_AT_IMPORT);
      expect(characters).toBeLessThanOrEqual(most);
      expect(characters).toBeGreaterThan(most / 2);
    },
  );

  it("leaves converting to the thread alone", () => {
    const loaded = loadedWith(resolve(DIST, "html-worker.js"));
    expect(HEAVY.filter((name) => !loaded.has(name))).toEqual([]);
    expect(FETCHING.filter((name) => loaded.has(name))).toEqual([]);
  });
});
