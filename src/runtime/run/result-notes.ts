import type { ToolResult } from "../../contract/index.js";
import { unknownParametersNote } from "../../schema/index.js";
import type { PreparedCall } from "../prepare/index.js";

/** Maximum number of paths that a note names. */
const MAX_NAMED_PATHS = 3;

/** Maximum number of files that the metadata lists. */
const MAX_LISTED_FILES = 100;

/** Adds a note to a result, and `unknownParameters` to its metadata: the call was given parameters that its tool lacks. */
export function withUnknownParameters(
  result: ToolResult,
  { tool, unknown, passesUnknown }: Pick<PreparedCall, "tool" | "unknown" | "passesUnknown">,
): ToolResult {
  const text = unknownParametersNote(tool, unknown, { passedOn: passesUnknown });
  return {
    ...result,
    content: [...result.content, { type: "text", text }],
    metadata: { ...result.metadata, unknownParameters: unknown.map(({ path }) => path) },
  };
}

/**
 * Adds a note to a result, and `brokenLinks` to its metadata: the changed files had other names (hard links), which
 * keep the old content.
 *
 * @param files - real paths of the changed files, each with the number of its other names
 */
export function withBrokenLinks(result: ToolResult, files: ReadonlyMap<string, number>): ToolResult {
  const [[path, otherNames] = ["", 0], ...others] = files;
  const text =
    others.length === 0
      ? `Note: '${path}' had ${otherNames} other ${otherNames === 1 ? "name" : "names"} (hard links). The change broke the link: it is a separate file now, and the other ${otherNames === 1 ? "name keeps" : "names keep"} the old content.`
      : `Note: ${files.size} changed files had other names (hard links): ${namedPaths([...files.keys()])}. The change broke these links: the changed files are separate files now, and the other names keep the old content.`;
  const brokenLinks = [...files]
    .slice(0, MAX_LISTED_FILES)
    .map(([path, otherNames]) => ({ path, otherNames }));
  return {
    ...result,
    content: [...result.content, { type: "text", text }],
    metadata: { ...result.metadata, brokenLinks },
  };
}

/** Returns paths as a list for a note: the first ones in quotes, and the number of the others. */
function namedPaths(paths: readonly string[]): string {
  const named = paths.slice(0, MAX_NAMED_PATHS).map((path) => `'${path}'`);
  const rest = paths.length - named.length;
  return named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/**
 * Adds a note to a result that some paths belong to an unfinished change, so the content that the model reads may be
 * partly old and partly new.
 */
export function withInterrupted(result: ToolResult, paths: ReadonlySet<string>): ToolResult {
  const text = `Note: a change that includes ${namedPaths([...paths])} has begun and has not ended: it is still running, or its process was killed. Some of its files may have their old content and others the new one. The next edit of one of these files completes the change first; read them again after that.`;
  return { ...result, content: [...result.content, { type: "text", text }] };
}
