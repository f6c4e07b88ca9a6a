import * as z from "zod";
import { createOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";

/** gemini-cli's write_file. */
export function writeFile() {
  return face(createOperation, {
    name: "write_file",
    description: `Writes a whole file: a new one, or in place of the one that is there.

- Missing folders on the way are made. The content is written as it is, so give all of it, without placeholders.
- To change a part of a file use replace.`,
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
