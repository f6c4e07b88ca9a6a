import * as z from "zod";
import { applyPatchOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";
import { patchedFiles } from "../patch-text.js";

/** The grammar of Codex' patches (`tool_apply_patch.lark`). */
const PATCH_GRAMMAR = `start: begin_patch hunk+ end_patch
begin_patch: "*** Begin Patch" LF
end_patch: "*** End Patch" LF?

hunk: add_hunk | delete_hunk | update_hunk
add_hunk: "*** Add File: " filename LF add_line+
delete_hunk: "*** Delete File: " filename LF
update_hunk: "*** Update File: " filename LF change_move? change?

filename: /(.+)/
add_line: "+" /(.*)/ LF -> line

change_move: "*** Move to: " filename LF
change: (change_context | change_line)+ eof_line?
change_context: ("@@" | "@@ " /(.+)/) LF
change_line: ("+" | "-" | " ") /(.*)/ LF
eof_line: "*** End of File" LF

%import common.LF
`;

/** Codex' apply_patch in its JSON form: the only tool with which its models change files. */
export function applyPatch() {
  return face(applyPatchOperation, {
    name: "apply_patch",
    description: `Changes files by a patch: adds, changes, moves and deletes them, all of it or nothing.

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

- Begin each section with Add, Update or Delete File; "Move to" may follow an Update. Paths are relative to the working directory.
- In an update, lines start with a space (kept), - (removed) or + (added). Include three lines before and after each change, exactly as in the file. If they match several places, put the line of the class or function after @@, on several @@ lines if necessary.
- New files must not exist yet, and neither may the destination of a move.
- If any part does not match, no file is changed and the error names the part. You need not read a file again after a successful patch.`,
    native: {
      openai: {
        type: "custom",
        name: "apply_patch",
        description: "Changes files by a patch. This is a free-form tool: do not wrap the patch in JSON.",
        format: { type: "grammar", syntax: "lark", definition: PATCH_GRAMMAR },
      },
    },
    inputSchema: z.object({
      input: z.string().describe("The whole patch, from *** Begin Patch to *** End Patch"),
    }),
    toInput: ({ input }) => ({ patch: input, patchName: "input" }),
    toResult: ({ files, warnings, guidance }) =>
      [patchedFiles(files), ...warnings, ...guidanceNotices(guidance)].join("\n"),
  });
}
