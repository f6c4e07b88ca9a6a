import { describe, expect, it } from "vitest";
import { toolsetWorld } from "../toolset-world.js";

const CODE = {
  cell_type: "code",
  execution_count: 3,
  id: "aa",
  metadata: { tags: ["x"] },
  outputs: [{ name: "stdout", output_type: "stream", text: ["1\n"] }],
  source: ["print(1)\n", "print(2)"],
};
const NOTE = { cell_type: "markdown", id: "bb", metadata: {}, source: ["# Café \\u00e9"] };

/** Returns a notebook as Jupyter writes it, with a number and an escape that JSON.stringify would not keep. */
function notebook(cells: readonly object[], { minor = 5, indent = 1 as number | string } = {}): string {
  const whole = { cells, metadata: { ratio: "@" }, nbformat: 4, nbformat_minor: minor };
  return `${JSON.stringify(whole, null, indent).replace('"@"', "1.0")}\n`;
}

async function opened(text: string) {
  const world = await toolsetWorld("claude-code");
  await world.write({ "n.ipynb": text });
  await world.call("Read", { file_path: "n.ipynb" });
  const edit = (input: object) =>
    world.call("NotebookEdit", { notebook_path: "n.ipynb", new_source: "", ...input });
  return { ...world, edit, read: () => world.file("n.ipynb") };
}

describe("NotebookEdit", () => {
  it("replaces the source of a cell, clears its outputs and leaves every other character", async () => {
    const { edit, read } = await opened(notebook([CODE, NOTE]));
    const result = await edit({ cell_id: "aa", new_source: "print(3)\n" });
    expect(result).toMatchObject({ status: "done", result: { diff: expect.stringContaining("print(3)") } });
    expect(result.content[0]).toMatchObject({ text: expect.stringMatching(/^Replaced cell aa of /) });
    const changed = { ...CODE, execution_count: null, outputs: [], source: ["print(3)\n"] };
    expect(await read()).toBe(notebook([changed, NOTE]));
  });

  it("inserts a cell after another one, with a new id", async () => {
    const { edit, read } = await opened(notebook([CODE, NOTE]));
    await edit({ cell_id: "aa", edit_mode: "insert", cell_type: "code", new_source: "x = 1\ny = 2" });
    const text = (await read()) ?? "";
    const { id } = (JSON.parse(text) as { cells: { id: string }[] }).cells[1] ?? { id: "" };
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    const added = {
      ...{ cell_type: "code", execution_count: null, id, metadata: {}, outputs: [] },
      source: ["x = 1\n", "y = 2"],
    };
    expect(text).toBe(notebook([CODE, added, NOTE]));
  });

  it("inserts at the start without cell_id, and into an empty list", async () => {
    const note = { cell_type: "markdown", metadata: {}, source: ["# T"] };
    for (const cells of [[CODE], []]) {
      const { edit, read } = await opened(notebook(cells, { minor: 4 }));
      await edit({ edit_mode: "insert", cell_type: "markdown", new_source: "# T" });
      expect(await read()).toBe(notebook([note, ...cells], { minor: 4 }));
    }
  });

  it.each([
    ["the first", "aa", [NOTE]],
    ["the last", "bb", [CODE]],
    ["one by its number", "cell-1", [CODE]],
  ])("deletes %s cell", async (_title, cell_id, left) => {
    const { edit, read } = await opened(notebook([CODE, NOTE]));
    expect(await edit({ cell_id, edit_mode: "delete" })).toMatchObject({ status: "done" });
    expect(await read()).toBe(notebook(left));
  });

  it("deletes the only cell, and adds one by a replacement after the last", async () => {
    const { edit, read } = await opened(notebook([CODE]));
    await edit({ cell_id: "aa", edit_mode: "delete" });
    expect(await read()).toBe(notebook([]));
    await edit({ cell_id: "cell-0", new_source: "1", cell_type: "code" });
    expect(JSON.parse((await read()) ?? "")).toMatchObject({ cells: [{ cell_type: "code", source: ["1"] }] });
  });

  it("changes the type of a cell and keeps the indentation and line ends of the file", async () => {
    for (const [indent, lineEnd] of [
      ["\t", "\r\n"],
      [2, "\n"],
      [0, "\n"],
    ] as const) {
      const { edit, read } = await opened(notebook([CODE, NOTE], { indent }).replaceAll("\n", lineEnd));
      await edit({ cell_id: "aa", cell_type: "markdown", new_source: "text" });
      const { execution_count: _count, outputs: _outputs, ...rest } = CODE;
      const changed = { ...rest, cell_type: "markdown", source: ["text"] };
      expect(await read()).toBe(notebook([changed, NOTE], { indent }).replaceAll("\n", lineEnd));
    }
  });

  it.each([
    ["an unknown cell", { cell_id: "zz" }, "no-match", "Its cells: aa, bb."],
    ["a number after the end", { cell_id: "cell-3" }, "no-match", "Its cells"],
    ["a replacement without a cell", {}, "invalid-input", "cell_id is required"],
    ["an insertion without a type", { edit_mode: "insert" }, "invalid-input", "cell_type is required"],
    ["half of a character", { cell_id: "aa", new_source: "\ud800" }, "invalid-input", "new_source"],
    ["the same source", { cell_id: "bb", new_source: "# Café \\u00e9" }, "no-change", "already"],
  ])("refuses %s", async (_title, input, errorCode, message) => {
    const { edit, read } = await opened(notebook([CODE, NOTE]));
    expect(await edit(input)).toMatchObject({
      status: "error",
      error: { errorCode, message: expect.stringContaining(message) },
    });
    expect(await read()).toBe(notebook([CODE, NOTE]));
  });

  it.each([
    ["not JSON", "print(1)\n"],
    ["a list", "[]"],
    ["without cells", '{"nbformat": 4}'],
    ["of nbformat 3", '{"cells": [], "nbformat": 3}'],
    ["that ends early", '{"nbformat": 4, "cells": [{"id": "aa"}'],
    ["with a cell that is a text", '{"nbformat": 4, "cells": ["aa"]}'],
    ["with a cell that is broken", '{"nbformat": 4, "cells": [{"id": aa}]}'],
    ["with a member without a name", '{1, "nbformat": 4, "cells": []}'],
  ])("refuses a file %s", async (_title, text) => {
    const { edit, read } = await opened(text);
    expect(await edit({ cell_id: "aa" })).toMatchObject({ error: { errorCode: "invalid-input" } });
    expect(await read()).toBe(text);
  });

  it("edits a cell of a file that changed elsewhere, and refuses one that changed itself", async () => {
    const { edit, read, write } = await opened(notebook([CODE, NOTE]));
    const changed = { ...NOTE, source: ["# Other"] };
    await write({ "n.ipynb": notebook([CODE, changed]) });
    expect(await edit({ cell_id: "bb", new_source: "mine" })).toMatchObject({
      error: { errorCode: "stale-file" },
    });
    expect(await edit({ cell_id: "aa", new_source: "1" })).toMatchObject({ status: "done" });
    expect(await read()).toContain("# Other");
  });

  it("refuses a notebook that was not read", async () => {
    const { call, write } = await toolsetWorld("claude-code");
    await write({ "n.ipynb": notebook([CODE]) });
    const input = { notebook_path: "n.ipynb", cell_id: "aa", new_source: "1" };
    expect(await call("NotebookEdit", input)).toMatchObject({ error: { errorCode: "not-read" } });
  });
});
