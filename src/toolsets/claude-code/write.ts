import * as z from "zod";
import { createOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";

/** Claude Code's Write: writes a whole file; the toolset's staleness policy requires that an existing one was read. */
export function write() {
  return face(createOperation, {
    name: "Write",
    description: `Writes a whole file: creates it or replaces the existing one.

- A file that exists must be read first, so that nothing is overwritten unseen.
- Missing parent folders are created. The content is written unchanged, in one step: no reader sees half a file.
- To change part of a file, use Edit.`,
    inputSchema: z.object({
      file_path: z
        .string()
        .describe("Absolute path of the file to write, or relative to the working directory"),
      content: z.string().describe("The whole content of the file"),
    }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path, content }) => ({ path: file_path, content, finalLineEnd: "as-given" as const }),
    toResult: ({ path, existed }) => `Successfully ${existed ? "overwrote" : "created"} file ${path}`,
    render: (result, { output }) => [result, ...guidanceNotices(output?.guidance)].join("\n"),
  });
}
