import * as z from "zod";
import { DEFAULT_GLOB_LIMITS, type GlobOutput, globOperation, visibleText } from "../../../tools/index.js";
import { face } from "../../face.js";

/** Result of Amp's glob. */
export interface AmpGlobResult {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Number of matches after those returned. */
  readonly remaining: number;
}

/** Amp's glob: finds files by name. */
export const glob = () =>
  face(globOperation, {
    name: "glob",
    description: `Finds files by name and returns absolute paths, sorted.

- "**/*.js": all JavaScript files in any folder. "src/**/*.ts": below src. "*.json": in the working directory only. "**/*.{js,ts}", "src/[a-z]*/*.ts": alternatives and ranges.
- Files that .gitignore excludes are not found; hidden files only if the pattern contains the dot (".github/**").
- At most ${DEFAULT_GLOB_LIMITS.defaultLimit} files at once unless limit says otherwise; page through more with offset.
- To search in the contents of files, use Grep.`,
    inputSchema: z.strictObject({
      filePattern: z.string().describe('Glob pattern like "**/*.js" or "src/**/*.ts"'),
      limit: z.number().describe("Maximum results to return").optional(),
      offset: z.number().describe("Results to skip (pagination)").optional(),
    }),
    aliases: ["Glob"],
    parameterAliases: { filePattern: ["pattern"] },
    toInput: ({ filePattern, limit, offset }) => ({
      pattern: filePattern,
      limit,
      offset,
    }),
    toResult: ({ files, remaining }): AmpGlobResult => ({ files, remaining }),
    render: ({ files, remaining }, { input, output }) => {
      const offset = input.offset ?? 0;
      // A line break in a name would look like another file.
      const rows = files.map(visibleText);
      const onlyCounts = files.length === 0 && remaining > 0;
      if (files.length === 0 && !onlyCounts) {
        rows.push(offset === 0 ? "No files found." : `No files found after the first ${offset}.`);
      }
      if (remaining > 0) {
        const count = output?.isExact === false ? `At least ${remaining}` : remaining;
        const next = onlyCounts ? "set a limit above 0" : `use offset ${offset + files.length}`;
        rows.push(`[${count} more. To continue, ${next}.]`);
      }
      return [...rows, ...(output === undefined ? [] : notices(output))].join("\n");
    },
  });

/** Number of unreadable folders that a notice names. */
const MAX_NAMED = 5;

/** Explains why existing files may be missing. */
function notices({ stopped, onlyIgnored, unreadable, remarks }: GlobOutput): string[] {
  const sentences: string[] = [];
  if (stopped !== undefined) {
    sentences.push(
      "[The search was ended before it had seen everything. Use a pattern that starts further down.]",
    );
  }
  if (onlyIgnored) sentences.push("[Some matching files are excluded by .gitignore or similar files.]");
  if (unreadable.length > 0) {
    const others = unreadable.length > MAX_NAMED ? " and others" : "";
    sentences.push(
      `[Not searched, because it may not be read: ${unreadable.slice(0, MAX_NAMED).join(", ")}${others}.]`,
    );
  }
  return [...sentences, ...remarks.map((remark) => `[${remark}]`)];
}
