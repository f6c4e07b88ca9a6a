import { link, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createToolRuntime } from "../../src/index.js";
import { type ActName, actOf } from "../../src/toolsets/dialects/index.js";
import { TOOLSETS } from "../../src/toolsets/index.js";

/** The acts that change a file, in amp's words. */
const CHANGES: readonly (readonly [ActName, Record<string, unknown>])[] = [
  ["edit", { path: "a.txt", old_str: "old", new_str: "new" }],
  ["multi edit", { path: "a.txt", edits: [{ old_str: "old", new_str: "new" }] }],
  ["write", { path: "a.txt", content: "new\n" }],
  ["patch", { patch: "*** Begin Patch\n*** Update File: a.txt\n@@\n-old\n+new\n*** End Patch" }],
  [
    "patch",
    {
      patch: "*** Begin Patch\n*** Update File: a.txt\n*** Move to: moved.txt\n@@\n-old\n+new\n*** End Patch",
    },
  ],
];

const cases = Object.values(TOOLSETS).flatMap((toolset) =>
  CHANGES.flatMap(([act, input]) => {
    const tool = toolset.tools.find((each) => actOf(each)?.name === act);
    const changed = JSON.stringify(input).includes("moved.txt") ? "moved.txt" : "a.txt";
    return tool === undefined
      ? []
      : [[`${toolset.name}: ${tool.name} of ${changed}`, toolset, tool.name, input, changed] as const];
  }),
);

async function linkedFile() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "collet-links-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-links-")));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  await writeFile(join(cwd, "a.txt"), "old\n");
  return { cwd, other: join(folder, "a.txt") };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("a change that breaks a hard link", () => {
  it("covers every tool that changes text", () => {
    expect(cases.length).toBeGreaterThan(15);
  });

  it.each(cases)(
    "reports a broken hard link in content and metadata: %s",
    async (_, toolset, name, input, changed) => {
      const { cwd, other } = await linkedFile();
      await link(join(cwd, "a.txt"), other);
      await using runtime = createToolRuntime({
        cwd,
        toolset,
        permissions: "allow-all",
        staleness: "if-read",
      });
      const session = runtime.session();
      const result = await runtime.execute({ id: "1", name, input }, { session });
      const path = join(cwd, changed);
      expect(result).toMatchObject({ status: "done", metadata: { brokenLinks: [{ path, otherNames: 1 }] } });
      expect(result.content.at(-1)).toEqual({
        type: "text",
        text: `Note: '${path}' had 1 other name (hard links). The change broke the link: it is a separate file now, and the other name keeps the old content.`,
      });
      expect([await readFile(path, "utf8"), await readFile(other, "utf8")]).toEqual(["new\n", "old\n"]);
      if (toolset.name !== "amp") return;
      const undone = await runtime.execute({ id: "2", name: "undo_edit", input: { path } }, { session });
      expect(undone).toMatchObject({ status: "done" });
      expect(undone.metadata?.brokenLinks).toBeUndefined();
    },
  );

  it("reports a hard link that format_file broke", async () => {
    const { cwd, other } = await linkedFile();
    const programs = join(dirname(other), "bin");
    await mkdir(programs);
    await writeFile(join(programs, "gofmt"), "#!/bin/sh\nsed s/old/new/\n", { mode: 0o755 });
    vi.stubEnv("PATH", [programs, "/usr/bin", "/bin"].join(delimiter));
    const path = join(cwd, "a.go");
    await rename(join(cwd, "a.txt"), path);
    await link(path, other);
    await using runtime = createToolRuntime({ cwd, permissions: "allow-all" });
    const result = await runtime.execute({ id: "1", name: "format_file", input: { path } });
    expect(result).toMatchObject({ status: "done", metadata: { brokenLinks: [{ path, otherNames: 1 }] } });
  });
});
