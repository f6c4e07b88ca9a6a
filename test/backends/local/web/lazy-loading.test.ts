import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const DIST = resolve(import.meta.dirname, "../../../../dist");

/** Returns the packages that a built file contains. */
function bundledIn(file: string): readonly string[] {
  if (!file.startsWith(DIST)) return [];
  return [...readFileSync(file, "utf8").matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)].map(
    ([, name = ""]) => name,
  );
}

/** Returns the imports of a built file, including indirect ones, before any of it runs. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  const text = readFileSync(file, "utf8");
  for (const name of bundledIn(file)) seen.add(name);
  for (const [, specifier = ""] of text.matchAll(
    /^(?:import|export)\s(?:[^'"\n]*?from\s*)?["']([^"']+)["']/gm,
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
const FETCHING = ["ipaddr.js", "http", "node:http", "zlib", "node:zlib"];

describe("importing the package", () => {
  it("loads no code that fetches or converts pages", () => {
    const loaded = loadedWith(resolve(DIST, "index.js"));
    expect(loaded.size).toBeGreaterThan(5);
    expect([...HEAVY, ...TOKENIZING, ...FETCHING].filter((name) => loaded.has(name))).toEqual([]);
  });

  it("leaves converting to the thread alone", () => {
    const loaded = loadedWith(resolve(DIST, "html-worker.js"));
    expect(HEAVY.filter((name) => !loaded.has(name))).toEqual([]);
    expect(FETCHING.filter((name) => loaded.has(name))).toEqual([]);
  });
});
