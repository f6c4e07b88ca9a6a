import type { PatchedFile } from "../tools/index.js";

/** Returns the description of a tool that applies a patch in Codex' envelope, for models that do not know the format. */
export function patchDescription(furtherFormats: readonly string[] = []): string {
  const notes = [
    "In an update, lines start with a space (kept), - (removed) or + (added). Include about three lines around each change, exactly as in the file; if they match several places, put the line of the class or function after @@.",
    '"Move to" is optional. Paths may be relative to the working directory. New files must not exist yet, and neither may the destination of a move.',
    ...furtherFormats,
    "If any part does not match, no file is changed and the error names the part.",
  ];
  return `Applies a patch: adds, changes, moves and deletes files, all of it or nothing.

*** Begin Patch
*** Add File: docs/new.md
+each line of a new file starts with +
*** Update File: src/app.ts
*** Move to: src/main.ts
@@ class App
   run() {
-    start();
+    await start();
   }
*** Delete File: src/old.ts
*** End Patch

${notes.map((note) => `- ${note}`).join("\n")}`;
}

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
