import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { memoryBackend } from "../../src/backends/memory/index.js";
import { createToolRuntime } from "../../src/index.js";
import {
  anthropicToolset,
  openaiToolset,
  type ToolsetReference,
  toolsetNamed,
} from "../../src/toolsets/index.js";
import { temporaryFolder } from "../backends/temporary-folder.js";

/** A file as the model reads it: each line differs from all others. */
const LINES = Array.from({ length: 12 }, (_, index) => `value_${index + 1} = ${(index + 1) * 17};`);
const BASE = `${LINES.join("\n")}\n`;
const OLD = LINES[2] as string;
const NEW = "value_3 = edited();";

const envelope = (path: string) =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n ${LINES[1]}\n-${OLD}\n+${NEW}\n ${LINES[3]}\n*** End Patch\n`;
const unified = `--- a/a.txt\n+++ b/a.txt\n@@ -2,3 +2,3 @@\n ${LINES[1]}\n-${OLD}\n+${NEW}\n ${LINES[3]}\n`;
const moving = envelope("a.txt").replace("@@", "*** Move to: a.txt.new\n@@").replace("a.txt.new", "b.txt");

interface EditFace {
  readonly toolset: ToolsetReference;
  /** The call that lets the session know the file. */
  readonly know: readonly [name: string, input: Readonly<Record<string, unknown>>];
  readonly edit: readonly [name: string, input: Readonly<Record<string, unknown>>];
  /** Where the file is after the edit. Default `a.txt`. */
  readonly target?: string;
}

const amp = { toolset: "amp", know: ["Read", { path: "a.txt" }] } as const;
const claude = { toolset: "claude-code", know: ["Read", { file_path: "/w/a.txt" }] } as const;
const opencode = { toolset: "opencode", know: ["read", { filePath: "/w/a.txt" }] } as const;
const addFile = `*** Begin Patch\n*** Add File: a.txt\n${LINES.map((line) => `+${line}`).join("\n")}\n*** End Patch\n`;

const FACES: readonly EditFace[] = [
  { ...amp, edit: ["edit_file", { path: "a.txt", old_str: OLD, new_str: NEW }] },
  { ...amp, edit: ["multi_edit", { path: "a.txt", edits: [{ old_str: OLD, new_str: NEW }] }] },
  { ...amp, edit: ["apply_patch", { patch: envelope("a.txt") }] },
  { ...amp, edit: ["apply_patch", { patch: unified }] },
  { ...amp, edit: ["apply_patch", { patch: moving }], target: "b.txt" },
  { ...claude, edit: ["Edit", { file_path: "/w/a.txt", old_string: OLD, new_string: NEW }] },
  {
    ...claude,
    edit: ["MultiEdit", { file_path: "/w/a.txt", edits: [{ old_string: OLD, new_string: NEW }] }],
  },
  {
    toolset: "gemini-cli",
    know: ["read_file", { file_path: "/w/a.txt" }],
    edit: ["replace", { file_path: "/w/a.txt", old_string: OLD, new_string: NEW }],
  },
  { ...opencode, edit: ["edit", { filePath: "/w/a.txt", oldString: OLD, newString: NEW }] },
  {
    ...opencode,
    edit: ["multiedit", { filePath: "/w/a.txt", edits: [{ oldString: OLD, newString: NEW }] }],
  },
  { ...opencode, edit: ["apply_patch", { patchText: envelope("a.txt") }] },
  {
    toolset: "codex",
    know: ["apply_patch", { input: addFile }],
    edit: ["apply_patch", { input: envelope("a.txt") }],
  },
  {
    toolset: anthropicToolset,
    know: ["str_replace_based_edit_tool", { command: "view", path: "/w/a.txt" }],
    edit: [
      "str_replace_based_edit_tool",
      { command: "str_replace", path: "/w/a.txt", old_str: OLD, new_str: NEW },
    ],
  },
  {
    toolset: openaiToolset,
    know: [
      "apply_patch",
      { type: "create_file", path: "a.txt", diff: LINES.map((line) => `+${line}`).join("\n") },
    ],
    edit: [
      "apply_patch",
      { type: "update_file", path: "a.txt", diff: envelope("a.txt").split("\n").slice(2, -2).join("\n") },
    ],
  },
];

/** Toolsets whose session knows the file because it creates it. */
const CREATING: ReadonlySet<ToolsetReference> = new Set<ToolsetReference>(["codex", openaiToolset]);

const put = (line: number, text: string) =>
  `${LINES.map((own, index) => (index === line - 1 ? text : own)).join("\n")}\n`;

/** Lets the session know the file, changes it, and makes the edit. */
async function editAfter({ toolset, know, edit, target = "a.txt" }: EditFace, content: string) {
  const backend = memoryBackend({ files: CREATING.has(toolset) ? { "/w/x": "" } : { "/w/a.txt": BASE } });
  let preview = "";
  await using runtime = createToolRuntime({
    toolset: toolsetNamed(toolset),
    cwd: "/w",
    backend,
    onApproval: (request) => {
      preview = JSON.stringify(request.preview);
      return { approved: true };
    },
  });
  const call = (id: string, [name, input]: EditFace["edit"]) => runtime.execute({ id, name, input });
  expect((await call("1", know)).status).toBe("done");
  await using other = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
  await other.execute({ id: "2", name: "create_file", input: { path: "a.txt", content } });
  const result = await call("3", edit);
  const read = async (path: string) =>
    JSON.stringify((await other.execute({ id: "4", name: "Read", input: { path } })).content ?? "");
  return { result, preview, text: JSON.stringify(result.content ?? result.error), file: await read(target) };
}

describe.each(FACES.map((face) => [toolsetNamed(face.toolset).name, face.edit[0], face] as const))(
  "an edit by %s %s of a file that changed since it was read",
  (_toolset, _tool, face) => {
    it("merges with a change of other lines, and the result states it", async () => {
      const { result, preview, text, file } = await editAfter(face, put(10, "value_10 = theirs();"));
      expect(result.status, text).toBe("done");
      expect(text).toContain("has changed since it was read");
      for (const line of [NEW, "value_10 = theirs();", "value_12 = 204;"]) expect(file).toContain(line);
      expect(file).not.toContain(OLD);
      expect(preview).toContain(NEW);
      expect(preview).not.toContain("would fail");
    });

    it("changes nothing if both sides changed the same line, and the result shows both", async () => {
      const { result, text, file } = await editAfter(face, put(3, "value_3 = theirs();"));
      expect(result.error?.errorCode, text).toBe("stale-file");
      for (const side of [NEW, "value_3 = theirs();"]) expect(text).toContain(side);
      if (face.target === undefined) expect(file).toContain("value_3 = theirs();");
      expect(file).not.toContain(NEW);
    });
  },
);

describe("a file with merged changes", () => {
  it("still counts as changed since it was read, until it is read again", async () => {
    const backend = memoryBackend({ files: { "/w/a.txt": BASE } });
    await using runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
    await using other = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
    const run = (name: string, input: Readonly<Record<string, unknown>>, by = runtime) =>
      by.execute({ id: `${Math.random()}`, name, input: { path: "a.txt", ...input } });
    await run("Read", {});
    await run("create_file", { content: put(10, "value_10 = theirs();") }, other);
    expect((await run("edit_file", { old_str: OLD, new_str: NEW })).status).toBe("done");
    // The next edit may contain text of the one before, and that of the other lines.
    const again = await run("edit_file", { old_str: `${NEW}\n${LINES[3]}`, new_str: `${NEW}\nvalue_4 = 0;` });
    expect(again.status, JSON.stringify(again.error)).toBe("done");
    expect((await run("edit_file", { old_str: LINES[7], new_str: "value_8 = 0;" })).status).toBe("done");
    const overwritten = await run("create_file", { content: "x" });
    expect(overwritten.error?.errorCode).toBe("stale-file");
    await run("Read", {});
    expect((await run("create_file", { content: "x" })).status).toBe("done");
  });

  it("makes several edits of one call, of which later ones contain the text of earlier ones", async () => {
    const backend = memoryBackend({ files: { "/w/a.txt": BASE } });
    await using runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
    await using other = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
    const run = (name: string, input: Readonly<Record<string, unknown>>, by = runtime) =>
      by.execute({ id: `${Math.random()}`, name, input: { path: "a.txt", ...input } });
    await run("Read", {});
    await run("create_file", { content: put(5, "value_5 = theirs();") }, other);
    const edits = [
      { old_str: `${OLD}\n${LINES[3]}\n${LINES[4]}`, new_str: `${NEW}\n${LINES[3]}\n${LINES[4]}` },
      { old_str: `${NEW}\n${LINES[3]}\n${LINES[4]}`, new_str: `${NEW}\nvalue_4 = 0;\n${LINES[4]}` },
    ];
    const result = await run("multi_edit", { edits });
    expect(result.status, JSON.stringify(result.error)).toBe("done");
    const text = JSON.stringify((await run("Read", {})).content);
    for (const line of [NEW, "value_4 = 0;", "value_5 = theirs();"]) expect(text).toContain(line);
  });

  it("refuses an edit of text that neither version contains, with the lines that changed", async () => {
    const backend = memoryBackend({ files: { "/w/a.txt": BASE } });
    await using runtime = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
    await using other = createToolRuntime({ cwd: "/w", backend, permissions: "allow-all" });
    await runtime.execute({ id: "1", name: "Read", input: { path: "a.txt" } });
    const content = put(10, "value_10 = theirs();");
    await other.execute({ id: "2", name: "create_file", input: { path: "a.txt", content } });
    const input = { path: "a.txt", old_str: "nowhere to be found", new_str: "x" };
    const { error } = await runtime.execute({ id: "3", name: "edit_file", input });
    expect(error?.errorCode).toBe("stale-file");
    expect(error?.message).toMatch(/line 10 has changed[\s\S]*could not be merged/);
  });
});

describe("undo of an edit that was merged with the change of another program", () => {
  it("restores the bytes that the other program wrote", async () => {
    const root = await temporaryFolder();
    const file = join(root, "a.txt");
    await writeFile(file, BASE);
    await using runtime = createToolRuntime({ cwd: root, permissions: "allow-all" });
    const run = (name: string, input: Readonly<Record<string, unknown>>) =>
      runtime.execute({ id: name, name, input: { path: "a.txt", ...input } });
    await run("Read", {});
    const theirs = Buffer.from(
      `\ufeff${put(10, "value_10 = theirs();").replaceAll("\n", "\r\n")}no line end`,
    );
    await writeFile(file, theirs);
    const edited = await run("edit_file", { old_str: OLD, new_str: NEW });
    expect(edited.status, JSON.stringify(edited.error)).toBe("done");
    expect(await readFile(file, "utf8")).toBe(theirs.toString().replace(OLD, NEW));
    expect((await run("undo_edit", {})).status).toBe("done");
    expect((await readFile(file)).equals(theirs)).toBe(true);
  });
});
