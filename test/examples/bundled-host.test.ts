import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { capture } from "./run-quickstart.js";

const ROOT = resolve(import.meta.dirname, "../..");

/** Installs the built package with its dependencies, without the optional ones, beside a host. */
function install(folder: string): void {
  const library = join(folder, "node_modules/collet");
  mkdirSync(library, { recursive: true });
  cpSync(join(ROOT, "package.json"), join(library, "package.json"));
  cpSync(join(ROOT, "dist"), join(library, "dist"), {
    recursive: true,
    filter: (path) => !/\.(?:d\.ts|map|br)$/.test(path),
  });
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    const at = join(folder, "node_modules", name);
    mkdirSync(join(at, ".."), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), at, "dir");
  }
  cpSync(join(import.meta.dirname, "bundled-host.ts"), join(folder, "host.ts"));
}

/** Bundles the host; returns its file, and what the bundler warned about. */
async function bundled(folder: string, format: "esm" | "cjs") {
  const outfile = join(folder, format, format === "esm" ? "host.mjs" : "host.cjs");
  const { warnings } = await build({
    absWorkingDir: folder,
    entryPoints: ["host.ts"],
    ...{ outfile, format, bundle: true, platform: "node", target: "node20", logLevel: "silent" },
  });
  // The code looks for files beside it, and does without them where it has no location.
  return { outfile, warnings: warnings.filter(({ id }) => id !== "empty-import-meta") };
}

interface Printed {
  readonly shown: readonly string[];
  readonly connecting: string;
  readonly page: string;
}

async function printedBy(file: string, cwd: string): Promise<Printed> {
  const { exitCode, stdout, stderr } = await capture([file], { cwd });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}

describe("a host that is bundled into one file", () => {
  it.each(["esm", "cjs"] as const)(
    "runs the built-in tools as %s, without the optional packages",
    async (format) => {
      const folder = await temporaryFolder();
      install(folder);
      const { outfile, warnings } = await bundled(folder, format);
      const { shown, connecting, page } = await printedBy(outfile, folder);
      expect(shown.filter((line) => !line.endsWith(": done"))).toEqual([]);
      expect(connecting).toMatch(/npm install @modelcontextprotocol\/client/);
      expect(page).toMatch(/html-worker\.js, is missing.*The Elbe is long\./);
      expect(warnings).toEqual([]);
    },
  );

  it("uses the programs of threads that are copied beside it", async () => {
    const folder = await temporaryFolder();
    install(folder);
    const { outfile } = await bundled(folder, "esm");
    for (const name of ["html-worker.js", "text-worker.js"])
      cpSync(join(ROOT, "dist", name), join(folder, "esm", name));
    const { shown, page } = await printedBy(outfile, folder);
    expect(shown.filter((line) => !line.endsWith(": done"))).toEqual([]);
    expect(page).toContain("The **Elbe** is long.");
  });
});
