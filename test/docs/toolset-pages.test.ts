import { existsSync, readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DIFFERENCES } from "../../scripts/differences/index.js";
import { listedByDefault } from "../../scripts/tool-conditions.js";
import { PAGED_TOOLSETS, toolsetPage } from "../../scripts/toolset-page.js";
import { withToolsetsTable } from "../../scripts/toolsets-table.js";
import { memoryBackend } from "../../src/backends/memory/index.js";
import { createToolRuntime } from "../../src/create-tool-runtime.js";
import { TOOLSETS } from "../../src/toolsets/index.js";
import { ROOT } from "./documents.js";

const FOLDER = resolve(ROOT, "docs/toolsets");

describe("pages about toolsets", () => {
  it("exist once for each toolset that has tools", () => {
    const named = Object.entries(TOOLSETS).filter(([, { tools }]) => tools.length > 0);
    expect(readdirSync(FOLDER).sort()).toEqual(named.map(([name]) => `${name}.md`).sort());
  });

  it.each(PAGED_TOOLSETS)("%s matches the generated page", async (name) => {
    const page = readFileSync(`${FOLDER}/${name}.md`, "utf8");
    expect(page, "Run: npx tsx scripts/write-toolset-pages.ts").toBe(await toolsetPage(name));
  });

  it("share an overview with the generated table", async () => {
    const overview = readFileSync(resolve(ROOT, "docs/toolsets.md"), "utf8");
    expect(overview, "Run: npx tsx scripts/write-toolset-pages.ts").toBe(await withToolsetsTable(overview));
  });

  it.each(PAGED_TOOLSETS)(
    "%s names a condition for every tool that is not listed by default",
    async (name) => {
      const page = readFileSync(`${FOLDER}/${name}.md`, "utf8");
      const listed = await listedByDefault(name);
      for (const tool of TOOLSETS[name].tools) {
        const row = page.split("\n").find((line) => line.startsWith(`| [\`${tool.name}\`]`));
        if (!listed.includes(tool.name)) expect(row).toContain("Listed with");
      }
    },
  );

  it.each([
    ["amp", "Bash", { cmd: "ls" }],
    ["amp", "Check", {}],
    ["amp", "format_file", { path: "a.ts" }],
    ["opencode", "bash", { command: "ls", description: "Lists files" }],
    ["claude-code", "Bash", { command: "ls" }],
    ["codex", "exec_command", { cmd: "ls" }],
    ["gemini-cli", "run_shell_command", { command: "ls" }],
  ] as const)("%s: %s states that it needs a shell, and it does", async (toolset, name, input) => {
    const page = readFileSync(`${FOLDER}/${toolset}.md`, "utf8");
    expect(page.split("\n").find((line) => line.startsWith(`| [\`${name}\`]`))).toContain(
      "needs a backend with a shell",
    );
    const backend = memoryBackend({
      files: {
        "/w/a.ts": "x",
        "/w/package.json": '{"scripts":{"test":"x"},"devDependencies":{"prettier":"1"}}',
      },
    });
    await using runtime = createToolRuntime({ toolset, backend, cwd: "/w", permissions: "allow-all" });
    const result = await runtime.execute({ id: "1", name, input });
    expect(result).toMatchObject({ status: "error", error: { errorCode: "not-supported" } });
  });

  it.each(PAGED_TOOLSETS)("%s lists every tool and every parameter", (name) => {
    const page = readFileSync(`${FOLDER}/${name}.md`, "utf8");
    for (const tool of TOOLSETS[name].tools) {
      const start = page.indexOf(`\n## ${tool.name}\n`);
      expect(start, tool.name).toBeGreaterThan(0);
      const section = page.slice(start).split("\n## ")[1] ?? "";
      for (const parameter of Object.keys(tool.inputSchema.properties ?? {})) {
        expect(section).toContain(`| \`${parameter}\` |`);
      }
    }
  });
});

describe("rows of the differences from the specification", () => {
  const rows = PAGED_TOOLSETS.flatMap((toolset) =>
    (DIFFERENCES[toolset] ?? []).map((row) => ({ toolset, ...row })),
  );

  it("cover every toolset (control)", () => {
    expect(new Set(rows.map(({ toolset }) => toolset))).toEqual(new Set(PAGED_TOOLSETS));
  });

  it.each(rows)("$toolset $tool: the tool and the test of the row exist", ({ toolset, tool, test }) => {
    expect(["all", ...TOOLSETS[toolset].tools.map(({ name }) => name)]).toContain(tool);
    expect(existsSync(resolve(ROOT, test)), test).toBe(true);
  });

  it.each(rows)("$toolset $tool: each cell is a sentence", ({ specification, collet, reason }) => {
    for (const text of [specification, collet, reason]) expect(text).toMatch(/^[A-Z`][^\n]*\.$/);
  });
});
