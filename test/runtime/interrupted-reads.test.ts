import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localBackend } from "../../src/backends/local/index.js";
import { ToolError, type ToolResult } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import { createWorkspace } from "../../src/workspace/index.js";
import { temporaryFolder } from "../backends/temporary-folder.js";
import { writeTree } from "../backends/write-tree.js";
import { interferedBackend } from "../workspace/faulty-backend.js";
import { newSession } from "../workspace/workspace-fixture.js";

/** Creates a workspace in which a patch of a.txt and b.txt was interrupted between the two files. */
async function halfPatched() {
  const root = await temporaryFolder();
  const stateDirectory = join(await temporaryFolder(), "state");
  await writeTree(root, { "a.txt": "old needle", "b.txt": "old needle", "other/c.txt": "needle" });
  let renames = 0;
  const backend = interferedBackend(localBackend({ stateDirectory }), (step) => {
    if (step === "rename") renames += 1;
    if (renames >= 2 && step !== "stat") throw new ToolError("the disk is gone", { code: "io-error" });
  });
  const update = (path: string) => ({ type: "update", path, update: () => "new needle" }) as const;
  const patch = createWorkspace({ backend, roots: [root] })
    .files({
      session: newSession(root),
      approvedPaths: new Set(),
      signal: new AbortController().signal,
      onChange: () => {},
    })
    .applyTogether([update("a.txt"), update("b.txt")]);
  await expect(patch).rejects.toMatchObject({ code: "half-done" });
  return { root, stateDirectory };
}

function noteIn({ content }: ToolResult): string | undefined {
  const last = content.at(-1);
  return last?.type === "text" && last.text.startsWith("Note: a change that includes ")
    ? last.text
    : undefined;
}

describe("a call that reads a partly applied change", () => {
  it.each<[string, string, Record<string, unknown>, string | undefined]>([
    ["a changed file", "Read", { path: "a.txt" }, "a.txt"],
    ["a file that is not changed yet", "Read", { path: "b.txt" }, "b.txt"],
    ["a search of the folder above", "Grep", { pattern: "needle" }, ""],
    ["a file that is no part of it", "Read", { path: "other/c.txt" }, undefined],
    ["a search of another folder", "Grep", { pattern: "needle", path: "other" }, undefined],
  ])("notes the unfinished change: %s", async (_, name, input, noted) => {
    const { root, stateDirectory } = await halfPatched();
    await using runtime = createToolRuntime({ cwd: root, backend: localBackend({ stateDirectory }) });
    const result = await runtime.execute({ id: "1", name, input });
    expect(result.status).toBe("done");
    const expected = noted === undefined ? undefined : join(root, noted);
    if (expected === undefined) expect(noteIn(result)).toBeUndefined();
    else expect(noteIn(result)).toContain(`'${expected}'`);
  });

  it("notes the unfinished change until an edit of one of its files completes it", async () => {
    const { root, stateDirectory } = await halfPatched();
    await using runtime = createToolRuntime({
      cwd: root,
      backend: localBackend({ stateDirectory }),
      permissions: "allow-all",
    });
    const read = { id: "1", name: "Read", input: { path: "b.txt" } };
    expect(noteIn(await runtime.execute(read))).toBeDefined();
    const edit = { path: "b.txt", old_str: "old needle", new_str: "mine" };
    const refused = await runtime.execute({ id: "2", name: "edit_file", input: edit });
    // A file that the patch would change no longer exists.
    expect(refused).toMatchObject({ status: "error", error: { errorCode: "stale-file" } });
    const after = await runtime.execute(read);
    expect(noteIn(after)).toBeUndefined();
    expect(JSON.stringify(after.content)).toContain("new needle");
  });
});
