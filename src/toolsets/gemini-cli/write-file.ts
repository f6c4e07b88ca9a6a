import * as z from "zod";
import { createOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";

/** gemini-cli's write_file. */
export function writeFile() {
  return face(createOperation, {
    name: "write_file",
    description: `Writes a whole file: creates it or replaces the existing one.

- Missing parent folders are created. The content is written unchanged, so pass all of it, without placeholders.
- To change part of a file, use replace.`,
    inputSchema: z.object({
      file_path: z.string().describe("Path of the file to write"),
      content: z.string().describe("The whole content of the file"),
    }),
    parameterAliases: { file_path: ["filename"] },
    toInput: ({ file_path, content }) => ({ path: file_path, content, finalLineEnd: "as-given" as const }),
    toResult: ({ path, existed }) => `Successfully ${existed ? "overwrote" : "created"} file ${path}`,
    render: (result, { output }) => [result, ...guidanceNotices(output?.guidance)].join("\n"),
  });
}
