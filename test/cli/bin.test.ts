import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const packageJson = JSON.parse(readFileSync(resolve(ROOT, "package.json"), "utf8")) as {
  bin: Record<string, string>;
  exports: Record<string, string | { default: string }>;
};
const bin = resolve(ROOT, packageJson.bin.collet ?? "");

/** Returns every package that a built file reaches through its imports. */
function packagesOf(file: string, seen = new Set<string>(), found = new Set<string>()): Set<string> {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(
    /(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g,
  )) {
    if (specifier.startsWith(".")) packagesOf(resolve(file, "..", specifier), seen, found);
    else found.add(specifier);
  }
  return found;
}

function start(args: readonly string[], readOutput: "all" | "none") {
  return new Promise<{ exitCode: number | null; output: string; errors: string }>((done, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    if (readOutput === "none") child.stdout.destroy();
    else child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (errors += text));
    child.once("error", reject).once("close", (exitCode) => done({ exitCode, output, errors }));
  });
}

describe("the built command line", () => {
  it("starts with a shebang line", () => {
    expect(readFileSync(bin, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it("reads a file of this repository", async () => {
    const { exitCode, output, errors } = await start(["call", "Read", '{"path":"README.md"}'], "all");
    expect(output).toContain("1: # Collet");
    expect(errors).toBe("");
    expect(exitCode).toBe(0);
  });

  it("prints every tool of a long list", async () => {
    const { output } = await start(["tools", "--for", "openai"], "all");
    expect(JSON.parse(output).length).toBeGreaterThan(5);
  });

  it("exits without an error when the reader closes the pipe", async () => {
    const { errors } = await start(["tools"], "none");
    expect(errors).toBe("");
  });

  it("imports the argument parser in no entry point of the library", () => {
    expect([...packagesOf(bin)]).toContain("commander");
    for (const target of Object.values(packageJson.exports)) {
      if (typeof target === "string") continue;
      expect([...packagesOf(resolve(ROOT, target.default))]).not.toContain("commander");
    }
  });

  it.each(["openai", "google", "ai-sdk", "anthropic"])(
    "imports no vendor package for collet/%s, which needs none",
    (name) => {
      const packages = [...packagesOf(resolve(ROOT, `dist/${name}.js`))];
      expect(
        packages.filter((specifier) => /openai|google|^ai$|langchain|anthropic/.test(specifier)),
      ).toEqual([]);
      expect(packages.filter((specifier) => specifier.startsWith("node:"))).toEqual([]);
    },
  );
});
