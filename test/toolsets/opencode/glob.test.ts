import { utimes } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createWorkbench } from "../../tools/workbench.js";
import { glob } from "./opencode-tools.js";

describe("glob of the opencode toolset", () => {
  it("answers absolute paths, the files changed last first", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "", "src/b.ts": "", "src/c.md": "", ".hidden/d.ts": "", ".git/e.ts": "" });
    for (const [age, name] of ["src/b.ts", ".hidden/d.ts", "a.ts"].entries()) {
      await utimes(bench.path(name), 1_700_000_000 - age, 1_700_000_000 - age);
    }
    const { result, text } = await bench.call(glob, { pattern: "**/*.ts" });
    expect(text.split("\n")).toEqual(["src/b.ts", ".hidden/d.ts", "a.ts"].map(bench.path));
    expect(result).toEqual({ title: "**/*.ts", metadata: { count: 3, truncated: false }, output: text });
  });

  it("starts in the folder that path names, whatever characters that name has", async () => {
    const bench = await createWorkbench();
    await bench.write({ "app/[slug]/a.ts": "", "app/s/b.ts": "" });
    expect((await bench.call(glob, { pattern: "*.ts", path: bench.path("app/[slug]") })).text).toBe(
      bench.path("app/[slug]/a.ts"),
    );
  });

  it("returns at most 100 files, and states so only when there are more", async () => {
    const bench = await createWorkbench();
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/${index}.txt`, ""]));
    await bench.write(files(100));
    const whole = await bench.call(glob, { pattern: "many/*.txt" });
    expect(whole.text.split("\n")).toHaveLength(100);
    await bench.write(files(101));
    const { text, result } = await bench.call(glob, { pattern: "many/*.txt" });
    expect(text.split("\n\n")[0]?.split("\n")).toHaveLength(100);
    expect(text).toMatch(/\n\n\(There are more; [^\n]*\)$/);
    expect(result).toMatchObject({ metadata: { count: 100, truncated: true } });
  });

  it("answers 'No files found', and states when only ignored files match", async () => {
    const bench = await createWorkbench();
    await bench.write({ ".git/": "", ".gitignore": "*.log\n", "a.log": "" });
    expect((await bench.call(glob, { pattern: "*.none" })).text).toBe("No files found");
    expect((await bench.call(glob, { pattern: "*.log" })).text).toMatch(/^No files found\n\n\(.*\.gitignore/);
  });

  it("refuses a path that is missing or a file", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.ts": "" });
    expect((await bench.callFailure(glob, { pattern: "*", path: "missing" })).code).toBe("not-found");
    expect((await bench.callFailure(glob, { pattern: "*", path: "a.ts" })).code).toBe("not-a-directory");
  });
});
