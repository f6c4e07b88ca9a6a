import { expect, it } from "vitest";
import { ToolError } from "../../../src/contract/index.js";
import { createWorkbench } from "../../tools/workbench.js";
import {
  applyPatch,
  bash,
  createFile,
  deleteFile,
  editFile,
  formatFile,
  glob,
  grep,
  list,
  moveFile,
  multiEdit,
  read,
  undoEdit,
} from "./amp-tools.js";

const HUGE = "some words that go on and on\n".repeat(360_000);

it.each([
  ["Read, path", read, { path: HUGE }, "invalid-path"],
  ["edit_file, old_str", editFile, { path: "a.txt", old_str: HUGE, new_str: "x" }, "file-too-large"],
  ["edit_file, new_str", editFile, { path: "a.txt", old_str: "one", new_str: HUGE }, undefined],
  ["create_file, path", createFile, { path: HUGE, content: "" }, "invalid-path"],
  ["create_file, content", createFile, { path: "b.txt", content: HUGE }, undefined],
  ["Bash, cmd", bash, { cmd: `: ${HUGE}` }, "spawn-failed"],
  ["glob, filePattern", glob, { filePattern: HUGE }, "invalid-pattern"],
  ["Grep, pattern", grep, { pattern: HUGE }, "search-failed"],
  ["Grep, glob", grep, { pattern: "x", glob: HUGE }, "invalid-pattern"],
  [
    "multi_edit, old_str",
    multiEdit,
    { path: "a.txt", edits: [{ old_str: HUGE, new_str: "x" }] },
    "file-too-large",
  ],
  ["multi_edit, path", multiEdit, { path: HUGE, edits: [{ old_str: "one", new_str: "x" }] }, "invalid-path"],
  ["apply_patch, patch", applyPatch, { patch: HUGE }, "invalid-patch"],
  ["undo_edit, path", undoEdit, { path: HUGE }, "invalid-path"],
  ["delete_file, path", deleteFile, { path: HUGE }, "invalid-path"],
  ["move_file, destination", moveFile, { source: "a.txt", destination: HUGE }, "invalid-path"],
  ["list, path", list, { path: HUGE }, "invalid-path"],
  ["list, ignore", list, { ignore: [HUGE] }, "invalid-input"],
  ["format_file, path", formatFile, { path: HUGE }, "invalid-path"],
])("answers ten megabytes in %s, shortly and in words", async (_, tool, input, code) => {
  const bench = await createWorkbench();
  await bench.write({ "a.txt": "one\ntwo\n" });
  const outcome = await bench.call(tool, input).catch((error: unknown) => error);
  if (code === undefined) {
    expect(outcome).not.toBeInstanceOf(Error);
    return;
  }
  if (!ToolError.isInstance(outcome)) throw outcome;
  expect(outcome.code).toBe(code);
  expect(outcome.message.length).toBeLessThan(2000);
});
