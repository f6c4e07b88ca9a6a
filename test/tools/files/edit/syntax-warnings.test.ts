import { describe, expect, it } from "vitest";
import { localSyntax } from "../../../../src/backends/local/syntax/index.js";
import { createToolRuntime, localBackend, memoryBackend } from "../../../../src/index.js";

const PYTHON = "def load(path):\n    rows = read(path)\n    return rows\n";

/** Returns the text of the result of a call in a folder with one file. */
async function resultOf(text: string, name: string, input: object): Promise<string> {
  const backend = memoryBackend({ files: { "/w/a.py": text, "/w/a.txt": text } });
  await using runtime = createToolRuntime({
    cwd: "/w",
    backend: { ...backend, syntax: localSyntax() },
    permissions: "allow-all",
  });
  const result = await runtime.execute({ id: "1", name, input });
  expect(result.status).toBe("done");
  return JSON.stringify(result.content);
}

const WARNING = /error of syntax in \/w\/a\.py: \d+:\d+ (?:missing|unexpected) .*The file had none before/;
const edit = (old_str: string, new_str: string, path = "a.py") => ({ path, old_str, new_str });

describe("the result of an edit that makes an error of syntax", () => {
  it("reports the error", async () => {
    expect(await resultOf(PYTHON, "edit_file", edit("read(path)", "read(path"))).toMatch(WARNING);
  });

  it("reports it for patches", async () => {
    const patch =
      "*** Begin Patch\n*** Update File: a.py\n@@\n-    rows = read(path)\n+    rows = read(path\n*** End Patch";
    expect(await resultOf(PYTHON, "apply_patch", { patchText: patch, patch, input: patch })).toMatch(WARNING);
  });

  it("reports nothing if the file had errors before, has none now, or has no parser", async () => {
    expect(await resultOf(`(${PYTHON}`, "edit_file", edit("read(path)", "read(path"))).not.toContain(
      "syntax",
    );
    expect(await resultOf(PYTHON, "edit_file", edit("read(path)", "read(1)"))).not.toContain("syntax");
    expect(await resultOf(`(${PYTHON}`, "edit_file", edit("(def", "def"))).not.toContain("syntax");
    const other = edit("read(path)", "read(path", "a.txt");
    expect(await resultOf(PYTHON, "edit_file", other)).not.toContain("syntax");
  });
});

it("the option syntax is refused together with a backend, and for unknown values", () => {
  expect(() => createToolRuntime({ backend: memoryBackend(), syntax: "installed" })).toThrow(
    /syntax and backend/,
  );
  expect(() => localBackend({ syntax: "all" as "installed" })).toThrow(/"installed" or an object/);
  expect(localBackend({ syntax: "installed" }).syntax).toBeDefined();
  expect(localBackend().syntax).toBeUndefined();
});
