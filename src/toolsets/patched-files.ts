import type { PatchedFile } from "../tools/index.js";

const LETTERS: Readonly<Record<PatchedFile["change"], string>> = {
  create: "A",
  update: "M",
  delete: "D",
  move: "M",
};

/** The answer to a patch that Codex gives, and OpenCode after it: a row a file, of a moved one where it is now. */
export function patchedFiles(files: readonly PatchedFile[]): string {
  const rows = files.map(({ change, shownPath }) => `${LETTERS[change]} ${shownPath}`);
  return ["Success. Updated the following files:", ...rows].join("\n");
}
