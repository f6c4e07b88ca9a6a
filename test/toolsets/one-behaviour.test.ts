import { mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AnyTool } from "../../src/contract/index.js";
import { createToolRuntime } from "../../src/index.js";
import { type ActName, actOf } from "../../src/toolsets/dialects/index.js";
import { TOOLSETS, type Toolset } from "../../src/toolsets/index.js";

const toolsets = Object.values(TOOLSETS).filter(({ name }) => name !== "none") as readonly Toolset[];

interface World {
  readonly cwd: string;
  readonly toolset: Toolset;
  /** Calls whatever tool does this in the toolset, in amp's words. */
  call(
    act: ActName,
    input: Record<string, unknown>,
  ): ReturnType<ReturnType<typeof createToolRuntime>["execute"]>;
  text(name: string): Promise<string>;
}

async function world(toolset: Toolset): Promise<World> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "collet-faces-")));
  const runtime = createToolRuntime({ cwd, toolset, permissions: "allow-all", staleness: "if-read" });
  onTestFinished(async () => {
    await runtime[Symbol.asyncDispose]();
    await rm(cwd, { recursive: true, force: true });
  });
  return {
    cwd,
    toolset,
    call(act, input) {
      const tool = toolFor(toolset, act);
      if (tool === undefined) throw new Error(`${toolset.name} has no tool for ${act}`);
      return runtime.execute({ id: act, name: tool.name, input });
    },
    text: (name) => readFile(join(cwd, name), "utf8"),
  };
}

function toolFor(toolset: Toolset, act: ActName): AnyTool | undefined {
  return toolset.tools.find((tool) => actOf(tool)?.name === act);
}

/** Runs a scenario under every face that there is for what it needs; what it gives must be the same under all. */
function sameUnderAllFaces(
  title: string,
  acts: readonly ActName[],
  scenario: (world: World) => Promise<unknown>,
) {
  const able = toolsets.filter((toolset) => acts.every((act) => toolFor(toolset, act) !== undefined));
  it(`${title} (${able.map(({ name }) => name).join(", ")})`, async () => {
    expect(able.length).toBeGreaterThan(1);
    const outcomes: [string, unknown][] = [];
    for (const toolset of able) outcomes.push([toolset.name, await scenario(await world(toolset))]);
    for (const [name, outcome] of outcomes) expect(outcome, name).toEqual(outcomes[0]?.[1]);
    expect(outcomes[0]?.[1]).toBeDefined();
  });
}

describe("one behaviour under all faces", () => {
  sameUnderAllFaces(
    "an edit keeps line ends, byte order mark and mode",
    ["edit"],
    async ({ call, cwd, text }) => {
      await writeFile(join(cwd, "a.txt"), "\ufeffone\r\ntwo\r\nthree", { mode: 0o640 });
      const { status } = await call("edit", { path: "a.txt", old_str: "two", new_str: "2\n2b" });
      return { status, text: await text("a.txt"), mode: (await stat(join(cwd, "a.txt"))).mode & 0o777 };
    },
  );

  sameUnderAllFaces("an edit takes the file's indentation", ["edit"], async ({ call, cwd, text }) => {
    await writeFile(join(cwd, "a.ts"), "class A {\n\trun() {\n\t\tstart();\n\t}\n}\n");
    const { status } = await call("edit", {
      path: "a.ts",
      old_str: "run() {\n  start();\n}",
      new_str: "run() {\n  stop();\n}",
    });
    return { status, text: await text("a.ts") };
  });

  sameUnderAllFaces(
    "an edit that fits twice is refused with its lines",
    ["edit"],
    async ({ call, cwd, text }) => {
      await writeFile(join(cwd, "a.txt"), "x\ny\nx\n");
      const { status, error } = await call("edit", { path: "a.txt", old_str: "x", new_str: "z" });
      const lines = /lines 1 and 3/.test(error?.message ?? "");
      return { status, code: error?.errorCode, lines, text: await text("a.txt") };
    },
  );

  sameUnderAllFaces(
    "an edit of a file changed since it was read is refused",
    ["read", "edit"],
    async (here) => {
      await writeFile(join(here.cwd, "a.txt"), "one\ntwo\n");
      await here.call("read", { path: "a.txt" });
      await writeFile(join(here.cwd, "a.txt"), "one\nTWO\n");
      const { status, error } = await here.call("edit", { path: "a.txt", old_str: "one", new_str: "1" });
      return { status, code: error?.errorCode, text: await here.text("a.txt") };
    },
  );

  sameUnderAllFaces("edits are made together or not at all", ["multi edit"], async ({ call, cwd, text }) => {
    await writeFile(join(cwd, "a.txt"), "one\ntwo\n");
    const edits = [
      { old_str: "one", new_str: "1" },
      { old_str: "absent", new_str: "2" },
    ];
    const { status, error } = await call("multi edit", { path: "a.txt", edits });
    return { status, code: error?.errorCode, which: error?.message.slice(0, 11), text: await text("a.txt") };
  });

  sameUnderAllFaces("a write outside the roots is asked about", ["write"], async ({ cwd, toolset }) => {
    await using careful = createToolRuntime({ cwd, toolset });
    const name = toolFor(toolset, "write")?.name ?? "";
    const result = await careful.execute({ id: "1", name, input: { path: "/elsewhere/x", content: "x" } });
    const facts = result.status === "blocked-on-user" ? result.approval.facts : undefined;
    return { status: result.status, facts, source: result.decision?.source };
  });

  sameUnderAllFaces("a secret is not read", ["read"], async ({ call, cwd }) => {
    await writeFile(join(cwd, ".env"), "KEY=1\n");
    const { status, error } = await call("read", { path: ".env" });
    return { status, code: error?.errorCode, begins: error?.message.slice(0, 24) };
  });

  sameUnderAllFaces("a missing file comes with names like it", ["read"], async ({ call, cwd }) => {
    await writeFile(join(cwd, "notes.txt"), "x\n");
    const { error } = await call("read", { path: "note.txt" });
    return { code: error?.errorCode, message: error?.message.replaceAll(cwd, "") };
  });

  sameUnderAllFaces(
    "a search leaves out what .gitignore names, and secrets",
    ["grep"],
    async ({ call, cwd }) => {
      await writeFile(join(cwd, ".ignore"), "left-out.txt\n");
      for (const name of ["here.txt", "left-out.txt", "credentials.json"])
        await writeFile(join(cwd, name), "needle\n");
      const { content } = await call("grep", { pattern: "needle" });
      const text = JSON.stringify(content);
      return ["here.txt", "left-out.txt", "credentials.json"].filter((name) => text.includes(name));
    },
  );

  sameUnderAllFaces("a search with a broken pattern says how to do it right", ["grep"], async ({ call }) => {
    const { status, error } = await call("grep", { pattern: "(" });
    return { status, code: error?.errorCode, remedy: /literal/.test(error?.message ?? "") };
  });

  sameUnderAllFaces("files are found by name", ["glob"], async ({ call, cwd }) => {
    for (const name of ["a.ts", "b.js"]) await writeFile(join(cwd, name), "");
    const { content } = await call("glob", { filePattern: "**/*.ts" });
    const text = JSON.stringify(content);
    return ["/a.ts", "/b.js"].filter((name) => text.includes(name));
  });

  sameUnderAllFaces(
    "a command runs alone, and its exit code is no error",
    ["shell"],
    async ({ call, cwd, toolset }) => {
      const { status, content } = await call("shell", { cmd: "echo out; echo err >&2; exit 7" });
      const text = JSON.stringify(content);
      return {
        status,
        says: ["out", "err", "7"].filter((piece) => text.includes(piece)),
        serial: toolFor(toolset, "shell")?.executionProfile?.serial,
        cwd: cwd.length > 0,
      };
    },
  );

  sameUnderAllFaces("a patch is applied as a whole or not at all", ["patch"], async ({ call, cwd, text }) => {
    await writeFile(join(cwd, "a.txt"), "one\n");
    const patch =
      "*** Begin Patch\n*** Add File: b.txt\n+b\n*** Update File: a.txt\n@@\n-absent\n+x\n*** End Patch";
    const { status, error } = await call("patch", { patch });
    const created = await text("b.txt").then(
      () => true,
      () => false,
    );
    return { status, code: error?.errorCode, created, text: await text("a.txt") };
  });

  sameUnderAllFaces("a deletion never takes a folder with files", ["delete"], async ({ call, cwd }) => {
    await writeFile(join(cwd, "a.txt"), "one\n");
    const { status, error } = await call("delete", { path: "." });
    return { status, code: error?.errorCode };
  });

  sameUnderAllFaces("a move overwrites nothing", ["move"], async ({ call, cwd, text }) => {
    await writeFile(join(cwd, "a.txt"), "a\n");
    await writeFile(join(cwd, "b.txt"), "b\n");
    const { status, error } = await call("move", { source: "a.txt", destination: "b.txt" });
    return { status, code: error?.errorCode, texts: [await text("a.txt"), await text("b.txt")] };
  });

  sameUnderAllFaces("a list of tasks is kept for the host", ["write todos"], async ({ call }) => {
    const todos = [{ content: "Read", status: "pending" }];
    const { status, metadata } = await call("write todos", { todos });
    const kept = (metadata?.todos as { content: string; status: string }[] | undefined) ?? [];
    return { status, kept: kept.map(({ content, status: how }) => [content, how]) };
  });
});

describe("what tools declare", () => {
  const declarations = new Map<ActName, { toolset: string; tool: AnyTool }[]>();
  for (const toolset of toolsets) {
    for (const tool of toolset.tools) {
      const act = actOf(tool)?.name;
      if (act !== undefined)
        declarations.set(act, [...(declarations.get(act) ?? []), { toolset: toolset.name, tool }]);
    }
  }

  it.each([...declarations])("keeps the behaviour of %s under all faces", (act, tools) => {
    // A listing of one folder reads a folder; one of all that is below searches.
    const kinds = new Set(tools.map(({ tool }) => tool.kind));
    expect(kinds.size).toBe(act === "list" ? 2 : 1);
    expect(new Set(tools.map(({ tool }) => tool.annotations.readOnlyHint)).size).toBe(1);
    expect(new Set(tools.map(({ tool }) => tool.executionProfile?.serial)).size).toBe(1);
  });
});
