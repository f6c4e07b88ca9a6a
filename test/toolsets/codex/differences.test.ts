import { describe, expect, it } from "vitest";
import { codexToolset } from "../../../src/toolsets/index.js";
import { toolsetWorld } from "../toolset-world.js";

const patch = (...lines: readonly string[]) => ({
  input: ["*** Begin Patch", ...lines, "*** End Patch"].join("\n"),
});

describe("the toolset codex, unlike Codex", () => {
  it("emulates no terminal with tty", async () => {
    const { text } = await toolsetWorld("codex");
    expect(await text("exec_command", { cmd: "test -t 1 || echo no terminal", tty: true })).toContain(
      "no terminal",
    );
  });

  it("offers no shell, no login and no tool that runs code", () => {
    const [exec] = codexToolset.tools;
    expect(Object.keys(exec.inputSchema.properties ?? {})).not.toEqual(expect.arrayContaining(["shell"]));
    expect(Object.keys(exec.inputSchema.properties ?? {})).not.toEqual(expect.arrayContaining(["login"]));
    const names: readonly string[] = codexToolset.tools.map(({ name }) => name);
    expect(names).not.toContain("exec");
    expect(names).not.toContain("wait");
  });

  it("refuses a hunk that matches several places", async () => {
    const { call, write, file } = await toolsetWorld("codex");
    await write({ "a.txt": "x\n1\ny\nx\n1\ny\n" });
    const { status } = await call(
      "apply_patch",
      patch("*** Update File: a.txt", "@@", " x", "-1", "+2", " y"),
    );
    expect(status).toBe("error");
    expect(await file("a.txt")).toBe("x\n1\ny\nx\n1\ny\n");
  });

  it("applies all of a patch or nothing", async () => {
    const { call, write, file } = await toolsetWorld("codex");
    await write({ "a.txt": "one\n", "b.txt": "two\n" });
    const { status } = await call(
      "apply_patch",
      patch("*** Update File: a.txt", "@@", "-one", "+1", "*** Update File: b.txt", "@@", "-absent", "+2"),
    );
    expect(status).toBe("error");
    expect(await file("a.txt")).toBe("one\n");
  });

  it.each([
    ["Add File", ["*** Add File: b.txt", "+new"]],
    ["Move to", ["*** Update File: a.txt", "*** Move to: b.txt", "@@", "-one", "+1"]],
  ])("refuses an existing file with %s", async (_title, lines) => {
    const { call, write, file } = await toolsetWorld("codex");
    await write({ "a.txt": "one\n", "b.txt": "two\n" });
    expect((await call("apply_patch", patch(...lines))).error?.errorCode).toBe("already-exists");
    expect(await file("b.txt")).toBe("two\n");
  });

  it("refuses an image above 3,932,160 bytes", async () => {
    const { call, write } = await toolsetWorld("codex");
    const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    await write({ "a.png": Buffer.concat([head, Buffer.alloc(3_932_160)]) });
    const { error } = await call("view_image", { path: "a.png" });
    expect(error).toMatchObject({ errorCode: "file-too-large" });
    expect(error?.message).toContain("Make a smaller copy with exec_command");
  });
});
