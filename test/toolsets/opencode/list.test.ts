import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { list } from "./opencode-tools.js";

describe("list of the opencode toolset", () => {
  it("returns the example of the specification", async () => {
    const bench = await createWorkbench();
    await bench.write({
      "to/list/subdir1/subdir2/file1.ts": "",
      "to/list/subdir1/subdir2/file2.ts": "",
      "to/list/subdir1/file3.ts": "",
      "to/list/file4.ts": "",
      "to/list/node_modules/dependency/index.js": "",
    });
    const { result, text } = await bench.call(list, { path: bench.path("to/list") });
    expect(text).toBe(
      `${bench.path("to/list")}/\n\nsubdir1/\n  subdir2/\n    file1.ts\n    file2.ts\n  file3.ts\nfile4.ts`,
    );
    expect(result).toEqual({
      title: bench.path("to/list"),
      metadata: { count: 4, truncated: false },
      output: text,
    });
  });

  it("leaves out what ignore names, and lists the working directory by default", async () => {
    const bench = await createWorkbench();
    await bench.write({ "docs/a.md": "", "src/a.ts": "", "src/a.snap": "" });
    const { text } = await bench.call(list, { ignore: ["docs/", "*.snap"] });
    expect(text).toBe(`${bench.folder}/\n\nsrc/\n  a.ts`);
  });

  it("shows at most 100 files and the total", async () => {
    const bench = await createWorkbench();
    await bench.write(Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index}.txt`, ""])));
    const { text, result } = await bench.call(list, {});
    expect(text).toMatch(/\n\n\(100 of 120 files are shown\.[^\n]*\)$/);
    expect(result).toMatchObject({ metadata: { count: 100, truncated: true } });
  });

  it("distinguishes an empty folder from one with only ignored files", async () => {
    const bench = await createWorkbench();
    await bench.write({ "empty/": "", "only/node_modules/a.js": "" });
    expect((await bench.call(list, { path: "empty" })).text).toMatch(
      /\/empty\/\n\n\(The folder is empty\.\)$/,
    );
    expect((await bench.call(list, { path: "only" })).text).toMatch(/\(No files but ignored ones\./);
  });
});
