import * as z from "zod";
import type { ContentPart } from "../../contract/index.js";
import {
  MAX_FILES_TO_READ,
  type ReadManyOutput,
  type ReadOutput,
  readManyOperation,
} from "../../tools/index.js";
import { face } from "../face.js";
import { guidanceNotices } from "../guidance-text.js";
import { MEDIA_PARTS, textRows } from "../read-parts.js";

/** Lines of one file, as in read_file. */
const MAX_LINES = 2_000;
const LIMITS = { defaultLines: MAX_LINES, maxLines: MAX_LINES, maxWholeFileBytes: Number.POSITIVE_INFINITY };

/** Folders that gemini-cli omits by default. */
const DEFAULT_EXCLUDES = ["**/node_modules/**", "**/.git/**", "**/dist/**", "**/build/**", "**/coverage/**"];

/** Files that were skipped and are named in the result. */
const MAX_SKIPPED = 20;

/** gemini-cli's read_many_files: the contents of all files that paths and globs name. */
export function readManyFiles() {
  return face(readManyOperation, {
    name: "read_many_files",
    description: `Reads several files at once: those that the paths and globs in include name, each below a line with its path. Images and PDFs are shown as well.

- At most ${MAX_FILES_TO_READ} files, and ${MAX_LINES} lines of each. Files that .gitignore excludes, and folders such as node_modules, are omitted.
- For one file, use read_file. Files with secrets (.env, private keys ...) are skipped.`,
    inputSchema: z.object({
      include: z.array(z.string()).min(1).describe('Paths or globs, like ["src/**/*.ts", "README.md"]'),
      exclude: z.array(z.string()).describe("Globs of files to omit").optional(),
      useDefaultExcludes: z
        .boolean()
        .describe("Omit folders such as node_modules and dist; default true")
        .optional(),
      file_filtering_options: z
        .object({ respect_git_ignore: z.boolean().describe("Default true").optional() })
        .describe("What else to omit")
        .optional(),
    }),
    parameterAliases: { include: ["paths"] },
    toInput: ({ include, exclude = [], useDefaultExcludes = true, file_filtering_options: filters }) => ({
      include,
      exclude: [...exclude, ...(useDefaultExcludes ? DEFAULT_EXCLUDES : [])],
      ignored: filters?.respect_git_ignore === false,
      limits: LIMITS,
    }),
    toResult: manyParts,
    render: (parts) => parts,
  });
}

function manyParts({ files, skipped }: ReadManyOutput): readonly ContentPart[] {
  const parts = files.flatMap(({ path, read }) => filePart(path, read));
  const rows = skipped.slice(0, MAX_SKIPPED).map(({ path, reason }) => `[Skipped ${path}: ${reason}]`);
  if (skipped.length > MAX_SKIPPED) rows.push(`[${skipped.length - MAX_SKIPPED} more files were skipped.]`);
  return [...parts, { type: "text", text: [...rows, "--- End of content ---"].join("\n") }];
}

function filePart(path: string, read: ReadOutput): readonly ContentPart[] {
  const heading = `--- ${path} ---`;
  switch (read.type) {
    case "text": {
      const rows = textRows(read, { mark: "... [truncated]", write: (line) => line });
      const notice = read.truncation === undefined ? [] : ["[More lines follow; read them with read_file.]"];
      const notices = [...notice, ...guidanceNotices(read.guidance)];
      return [{ type: "text", text: [heading, "", ...rows, ...notices, ""].join("\n") }];
    }
    case "image":
      return [{ type: "text", text: heading }, MEDIA_PARTS.image(read)];
    case "document":
      return [{ type: "text", text: heading }, MEDIA_PARTS.document(read)];
    case "directory":
      return [];
  }
}
