import { execFileSync } from "node:child_process";
import { lstat, readFile, stat } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { startStopwatch } from "../../../processor-time.js";
import { createWorkbench } from "../../../tools/workbench.js";
import { createFile } from "../amp-tools.js";

describe("create_file", () => {
  it("creates a file and its folders and ends it with a line end", async () => {
    const bench = await createWorkbench();
    const path = bench.path("a/b/c.txt");
    expect(await bench.call(createFile, { path, content: "text" })).toEqual({
      result: `Successfully created file ${path}`,
      text: `Successfully created file ${path}`,
    });
    expect(await readFile(path, "utf8")).toBe("text\n");
    expect(bench.changes).toEqual([{ type: "create", path }]);
    expect(await bench.names()).toEqual(["a", "a/b", "a/b/c.txt"]);
  });

  it("overwrites without a warning and keeps the mode", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.sh": "old\n" });
    execFileSync("chmod", ["755", bench.path("a.sh")]);
    const { result } = await bench.call(createFile, { path: bench.path("a.sh"), content: "new\n" });
    expect(result).toBe(`Successfully overwrote file ${bench.path("a.sh")}`);
    expect(await readFile(bench.path("a.sh"), "utf8")).toBe("new\n");
    expect((await stat(bench.path("a.sh"))).mode & 0o777).toBe(0o755);
  });

  it.each([
    ["", ""],
    ["a", "a\n"],
    ["a\n", "a\n"],
    ["a\r\n", "a\r\n"],
    ["a\n\n", "a\n\n"],
  ])("writes %j as %j", async (content, written) => {
    const bench = await createWorkbench();
    await bench.call(createFile, { path: "a.txt", content });
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe(written);
  });

  it("names the absolute path for a relative one", async () => {
    const bench = await createWorkbench();
    const { result } = await bench.call(createFile, { path: "a.txt", content: "" });
    expect(result).toBe(`Successfully created file ${bench.path("a.txt")}`);
  });

  it("reports guidance that is new to the session once", async () => {
    const bench = await createWorkbench();
    await bench.write({ "AGENTS.md": "Use tabs.\n", "src/AGENTS.md": "No classes.\n" });
    const path = bench.path("src/a.ts");
    const { result, text } = await bench.call(createFile, { path, content: "" });
    expect(result).toEqual({
      message: `Successfully created file ${path}`,
      discoveredGuidanceFiles: [
        { path: bench.path("src/AGENTS.md"), content: "No classes.\n" },
        { path: bench.path("AGENTS.md"), content: "Use tabs.\n" },
      ],
    });
    expect(text).toContain("Use tabs.");
    expect((await bench.call(createFile, { path, content: "x" })).result).toBe(
      `Successfully overwrote file ${path}`,
    );
  });

  it("writes through a symlink to its target", async () => {
    const bench = await createWorkbench();
    await bench.write({ "target.txt": "old\n", link: { link: "target.txt" } });
    await bench.call(createFile, { path: "link", content: "new" });
    expect(await readFile(bench.path("target.txt"), "utf8")).toBe("new\n");
    expect((await lstat(bench.path("link"))).isSymbolicLink()).toBe(true);
  });

  it("shows an approver the new text compared with the existing one", async () => {
    const bench = await createWorkbench();
    await bench.write({ "a.txt": "one\ntwo\n", ".env": "TOKEN=CANARY\n" });
    const preview = async (path: string, content: string) =>
      JSON.stringify(await createFile.preview?.({ path, content }, bench.context));
    expect(await preview("a.txt", "one\n2")).toContain("-two\\n+2\\n");
    expect(await preview("new.txt", "x")).toContain("--- /dev/null\\n+++ b/new.txt\\n@@ -0,0 +1 @@\\n+x\\n");
    expect(await preview("a.txt", "one\ntwo\n")).toContain("stay the same");
    expect(await preview(".env", "TOKEN=new")).not.toContain("CANARY");
    expect(await bench.names()).toEqual([".env", "a.txt"]);
    expect(await readFile(bench.path("a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("previews five megabytes of other text within its time", async () => {
    const bench = await createWorkbench();
    const lines = (seed: string) =>
      Array.from({ length: 100_000 }, (_, index) => `${seed} ${index * 7919} text text`);
    await bench.write({ "big.txt": lines("old").join("\n") });
    const elapsedMs = startStopwatch();
    const parts = await createFile.preview?.(
      { path: "big.txt", content: lines("new").join("\n") },
      bench.context,
    );
    expect(elapsedMs()).toBeLessThan(10_000);
    expect(JSON.stringify(parts).length).toBeLessThan(250_000);
  });
});

describe("create_file, errors", () => {
  it.each([
    ["folder", "not-a-file"],
    ["folder/", "not-a-file"],
    ["new/", "not-a-file"],
    [".", "not-a-file"],
    ["", "invalid-path"],
    ["a\0b", "invalid-path"],
    ["file.txt/child", "not-a-directory"],
    ["../outside/f", "external-directory"],
    ["link/f", "external-directory"],
    ["dangling", "external-directory"],
    [".git/hooks/pre-commit", "protected-path"],
    ["fifo", "special-file"],
    ["x".repeat(300), "io-error"],
  ])("refuses to write %j", async (path, code) => {
    const bench = await createWorkbench();
    await bench.write({
      "folder/": "",
      "file.txt": "",
      link: { link: "../outside" },
      dangling: { link: "../outside/new" },
    });
    execFileSync("mkfifo", [bench.path("fifo")]);
    const before = await bench.names();
    const error = await bench.callFailure(createFile, { path, content: "x" });
    expect([code, "invalid-path"]).toContain(error.code);
    expect(await bench.names()).toEqual(before);
    expect(bench.changes).toEqual([]);
  });

  it("refuses half a character", async () => {
    const bench = await createWorkbench();
    const error = await bench.callFailure(createFile, { path: "a.txt", content: "a\ud800b" });
    expect(error.code).toBe("invalid-input");
    expect(await bench.names()).toEqual([]);
  });

  it("writes nothing once the call is cancelled", async () => {
    const bench = await createWorkbench();
    bench.controller.abort();
    const run = bench.call(createFile, { path: "a.txt", content: "x" });
    await expect(run).rejects.toThrow();
    expect(await bench.names()).toEqual([]);
  });
});
