import * as z from "zod";
import { type UndoneFile, undoOperation } from "../../../tools/index.js";
import { face } from "../../face.js";
import { PATH_NAMES } from "../parameter-names.js";

/** Result of undo_edit. */
export interface AmpUndoResult {
  /** Diff of the undo for all files that it changed, in git's format. */
  readonly diff: string;
  /** Absolute paths of the restored files. */
  readonly files: readonly string[];
}

/** Amp's undo_edit: reverts the last change of a file. */
export const undoEdit = () =>
  face(undoOperation, {
    name: "undo_edit",
    description: `Undoes your last change to a file and returns the result as a diff.

- It undoes edits, overwrites, creations (the file is deleted), deletions (the file is restored) and moves. Call it again to go further back.
- Files that one call changed together are restored together.
- It undoes only changes of tools such as edit_file in this session, not those of commands. If another program has changed the file since, it stays unchanged and the call fails.`,
    inputSchema: z.object({
      path: z.string().describe("Absolute path of the file whose last change to undo"),
    }),
    parameterAliases: { path: PATH_NAMES },
    toInput: ({ path }) => ({ path }),
    toResult: ({ files }): AmpUndoResult => ({
      diff: files.map(({ diff }) => diff).join(""),
      files: files.map(({ path }) => path),
    }),
    render: ({ diff, files }, { output }) => {
      const rows =
        output?.files.map(undoneText) ?? files.map((path) => `Took back the last change of ${path}.`);
      return [...rows, diff].filter((row) => row !== "").join("\n");
    },
  });

function undoneText({ change, path, movedBackFrom }: UndoneFile): string {
  switch (change) {
    case "create":
      return `Took back the creation of ${path}: it is gone again.`;
    case "delete":
      return `Took back the deletion of ${path}: it is there again.`;
    case "move":
      return `Took back a move: ${path} is where it was${movedBackFrom === undefined ? "" : `, no longer at ${movedBackFrom}`}.`;
    case "update":
      return `Took back the last change of ${path}.`;
  }
}
