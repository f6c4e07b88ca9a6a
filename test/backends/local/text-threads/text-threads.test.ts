import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createTextThreads,
  localTextThreads,
} from "../../../../src/backends/local/text-threads/local-text-threads.js";
import {
  applyEdit,
  applyPatchHunks,
  type PackedResult,
  type PatchHunk,
  unpackResult,
} from "../../../../src/fuzzy/index.js";

const never = () => new AbortController().signal;

/** Returns threads that run a program from a separate file. */
function threadsWith(source: string) {
  const folder = mkdtempSync(join(tmpdir(), "collet-text-threads-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "program.mjs"), source);
  return createTextThreads(pathToFileURL(join(folder, "program.mjs")));
}

const ANSWERING = `import { parentPort, threadId } from "node:worker_threads";
parentPort.on("message", ({ input }) => { if (input !== "hang") parentPort.postMessage({ value: threadId }); });`;

describe("localTextThreads", () => {
  it.each([
    ["an edit of one place", { content: "a\nb\n", oldString: " b", newString: "c" }],
    ["an edit of every place", { content: "a\na\n", oldString: "a", newString: "c", replaceAll: true }],
    ["an ambiguous edit", { content: "a\na\n", oldString: "a", newString: "c" }],
    ["an edit of an absent text", { content: "const a = 1;\n", oldString: "const b = 1;", newString: "c" }],
  ])("returns what the library returns for %s", async (_title, request) => {
    const packed = await localTextThreads().compute("apply-edit", request, never());
    const plain = JSON.parse(JSON.stringify(applyEdit(request)));
    expect(unpackResult(packed as PackedResult)).toEqual(plain);
  });

  it("returns what the library returns for a patch", async () => {
    const hunks: PatchHunk[] = [{ anchors: [], lines: [{ kind: "remove", text: "b" }] }];
    const request = { content: "a\nb\n", hunks };
    const packed = await localTextThreads().compute("apply-patch-hunks", request, never());
    const plain = JSON.parse(JSON.stringify(applyPatchHunks(request)));
    expect(unpackResult(packed as PackedResult)).toEqual(plain);
  });
});

describe("createTextThreads", () => {
  it("computes nothing if a thread cannot load its program, as one in an archive", async () => {
    const threads = threadsWith('import "./absent.mjs";');
    expect(await threads.compute("apply-edit", "", never())).toBeUndefined();
    expect(await threads.compute("apply-edit", "", never())).toBeUndefined();
  });

  it("computes with the same thread again", async () => {
    const threads = threadsWith(ANSWERING);
    const first = await threads.compute("any", 1, never());
    expect(await threads.compute("any", 2, never())).toBe(first);
  });

  it("ends a computation with its call, and computes the next one with another thread", async () => {
    const threads = threadsWith(ANSWERING);
    const first = await threads.compute("any", 1, never());
    const controller = new AbortController();
    const hanging = threads.compute("any", "hang", controller.signal);
    const others = [threads.compute("any", 1, never()), threads.compute("any", 1, never())];
    controller.abort(new Error("enough"));
    await expect(hanging).rejects.toThrow("enough");
    for (const other of others) expect(await other).not.toBe(first);
  });

  it.each([
    ["throws", "throw new Error('no')", "no"],
    ["ends", "", "the thread ended"],
    ["cannot compute", ANSWERING.replace("{ value: threadId }", "{ failure: 'odd' }"), "odd"],
  ])("refuses with a message when the thread %s", async (_what, source, why) => {
    const failure = threadsWith(source).compute("any", 1, never());
    await expect(failure).rejects.toMatchObject({
      code: "file-too-large",
      message: expect.stringContaining(`The texts could not be compared: ${why}.`),
    });
  });

  it("computes nothing if the program is missing, as in a bundle", async () => {
    const threads = createTextThreads(new URL("./none.js", import.meta.url));
    expect(await threads.compute("any", 1, never())).toBeUndefined();
  });
});
