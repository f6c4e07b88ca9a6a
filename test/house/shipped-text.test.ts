import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { internalReferences } from "../../scripts/shipped-text.js";

const ROOT = resolve(import.meta.dirname, "../..");
const { files, scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
};

describe("shipped files", () => {
  // Declarations are built by `npm run build` only; the package check searches them.
  it.each(["src", "docs", "examples", ...files.filter((name) => name !== "dist" && !name.startsWith("!"))])(
    "%s cites no internal document",
    (name) => expect(internalReferences(ROOT, name)).toEqual([]),
  );

  it("pass through the package check, which runs after the build", () => {
    expect(files).toContain("dist");
    expect(scripts["check:package"]).toMatch(/^tsx scripts\/check-shipped-text\.ts && /);
  });

  it("include declarations and source maps, searched line by line (control)", () => {
    const folder = mkdtempSync(join(tmpdir(), "collet-shipped-"));
    try {
      writeFileSync(join(folder, "a.d.ts"), `/** Fine. */\n/** See ${"seed"} 004. */\n`);
      writeFileSync(join(folder, "b.js.map"), `{"sourcesContent":["// ${"design"} §3"]}`);
      writeFileSync(join(folder, "c.js"), "// seedling 004, the design");
      expect(
        internalReferences(folder, ".")
          .map((line) => line.replace("./", ""))
          .sort(),
      ).toEqual([`a.d.ts:2: ${"seed"} 004`, `b.js.map:1: ${"design"} §`]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
