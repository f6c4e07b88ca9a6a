import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createToolRuntime } from "../../src/index.js";

const root = new URL("../../", import.meta.url);

let readme: string;
let cwd: string;
beforeAll(async () => {
  readme = await readFile(new URL("README.md", root), "utf8");
  cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-readme-")));
  await writeFile(join(cwd, "a.js"), "let a = 1;\nlet b = 2;\n");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Joins the lines and columns in which the README shows an output. */
function flat(text: string): string {
  return text.replace(/\s+/g, " ");
}

describe("README.md", () => {
  it("lists exactly the entry points that the package exports", async () => {
    const { exports } = JSON.parse(await readFile(new URL("package.json", root), "utf8"));
    const exported = Object.keys(exports).filter((name) => name !== "./package.json");
    const listed = [...readme.matchAll(/^\| `(collet[\w/-]*)` *\|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(exported.map((name) => name.replace(/^\./, "collet")).sort());
  });

  it("shows the actual results of bad and dangerous calls", async () => {
    await using runtime = createToolRuntime({ cwd });
    const [unknown, invalid, repaired, dangerous] = await runtime.executeBatch([
      { id: "1", name: "ReadFile", input: { path: "a.js" } },
      { id: "2", name: "Read", input: { read_range: "1-5" } },
      { id: "3", name: "Read", input: '{"file_path":"a.js"}' },
      { id: "4", name: "Bash", input: { cmd: "rm -rf build" } },
    ]);
    for (const result of [unknown, invalid, dangerous]) {
      expect(result?.error?.message).toBeDefined();
      expect(flat(readme)).toContain(flat(result?.error?.message ?? ""));
    }
    expect(dangerous?.status).toBe("blocked-on-user");
    expect(repaired?.status).toBe("done");
    expect(readme).toContain(`repairs: ${((repaired?.metadata?.repairs ?? []) as string[]).join(", ")}`);
  });

  it("shows the actual order of two edits and a read of one file", async () => {
    await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
    const calls = [
      { id: "1", name: "edit_file", input: { path: "a.js", old_str: "a = 1", new_str: "a = 10" } },
      { id: "2", name: "edit_file", input: { path: "a.js", old_str: "b = 2", new_str: "b = 20" } },
      { id: "3", name: "Read", input: { path: "a.js" } },
    ];
    const { conflicts } = await runtime.plan(calls);
    for (const { earlier, later, reason } of conflicts) {
      expect(readme).toMatch(new RegExp(`^${later} .* waits for ${earlier}: `, "m"));
      expect(readme).toContain(`waits for ${earlier}: ${reason.replaceAll(cwd, "/project")}`);
    }
    expect(conflicts).toHaveLength(2);
    const results = await runtime.executeBatch(calls);
    expect(results.map(({ status }) => status)).toEqual(["done", "done", "done"]);
    expect(results[2]?.content).toEqual([{ type: "text", text: "1: let a = 10;\n2: let b = 20;" }]);
  });
});
