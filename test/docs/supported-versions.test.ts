import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SUPPORTED_LIBRARIES } from "../../scripts/oldest/supported-libraries.js";
import { ROOT } from "./documents.js";

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

/** Returns the newest version of a package that the tests install. */
function newestOf({ package: name, importedAs }: (typeof SUPPORTED_LIBRARIES)[number]): string {
  const version = manifest.devDependencies[importedAs ?? name] ?? "";
  return version.slice(version.lastIndexOf("@") + 1);
}

describe("the supported versions", () => {
  it("equal the table of docs/providers.md", () => {
    const rows = SUPPORTED_LIBRARIES.map(
      (library) => `| \`${library.package}\` | ${library.oldest} | ${newestOf(library)} |`,
    );
    const page = readFileSync(join(ROOT, "docs/providers.md"), "utf8");
    expect(page).toContain(`| Package | Oldest | Newest |\n| --- | --- | --- |\n${rows.join("\n")}\n\n`);
  });

  it("start at the ranges of the peer dependencies", () => {
    const peers = SUPPORTED_LIBRARIES.flatMap(({ package: name, oldest }) =>
      name in manifest.peerDependencies ? [[name, `^${oldest}`]] : [],
    );
    expect(peers.length).toBeGreaterThan(4);
    // Parsers of the syntax of commands are a part of Collet's own tests.
    const { "web-tree-sitter": _, ...integrations } = manifest.peerDependencies;
    expect(Object.fromEntries(peers)).toEqual(integrations);
  });
});
