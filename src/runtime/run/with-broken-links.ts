import type { ToolResult } from "../../contract/index.js";
import { namedPaths } from "./named-paths.js";

/** Maximum number of files that the metadata lists. */
const MAX_LISTED_FILES = 100;

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
