import * as z from "zod";
import { createOperation } from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";
import { type OpenCodeResult, openCodeContent } from "./results/index.js";

/** Result of OpenCode's write. */
export type OpenCodeWriteResult = OpenCodeResult<{
  readonly filepath: string;
  /** Whether the file existed before. */
  readonly exists: boolean;
}>;

/** OpenCode's write: a whole file, exactly as given. */
export function write() {
  return face(createOperation, {
    name: "write",
    description: `Writes a whole file: creates it or replaces the existing one.

- Missing parent folders are created. The content is written unchanged.
- Read a file before you replace it. If it has changed since then, it stays unchanged and the call fails.
- To change part of a file, use edit: this tool replaces all of it.`,
    preview: "trimmed",
    inputSchema: z.object({
      content: z.string().describe("The whole content of the file"),
      filePath: z.string().describe("Absolute path of the file to write"),
    }),
    toInput: ({ content, filePath }) => ({ path: filePath, content, finalLineEnd: "as-given" as const }),
    toResult: ({ path, existed, guidance }): OpenCodeWriteResult => {
      const done = existed ? `Replaced the content of ${path}.` : `Created ${path}.`;
      return {
        title: path,
        metadata: { filepath: path, exists: existed },
        output: [done, ...guidanceNotices(guidance)].join("\n"),
      };
    },
    render: openCodeContent,
  });
}
