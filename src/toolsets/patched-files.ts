import type { PatchedFile } from "../tools/index.js";

const LETTERS: Readonly<Record<PatchedFile["change"], string>> = {
  create: "A",
  update: "M",
  delete: "D",
  move: "M",
};

/** Formats the result of a patch as Codex and OpenCode do: a row per file, with the new path of a moved one. */
export function patchedFiles(files: readonly PatchedFile[]): string {
  const rows = files.map(({ change, shownPath }) => `${LETTERS[change]} ${shownPath}`);
  return ["Success. Updated the following files:", ...rows].join("\n");
}
