import type { PermissionRule, ToolContext, ToolKind } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import { visibleText } from "../visible-text.js";
import { complementGlobs } from "./complement-globs.js";

/** What changes files and says which. */
const CHANGING_KINDS: readonly ToolKind[] = ["edit", "delete", "move"];

/** Places that a single task may name; more of them are better named by their folder. */
const MAX_PATHS = 100;

/** Paths that the reason of a rule names. */
const MAX_NAMED = 10;

/**
 * Rules that deny every change of a file outside of some places. What they lead to may be changed, and the same by the spelling
 * that was given: a rule that denies looks at both.
 *
 * Commands are not judged by these rules: what they change cannot be told.
 *
 * @throws ToolError `invalid-input` for too many paths or an empty one, and what the workspace says of one that is none
 */
export async function rulesForPaths(
  paths: readonly string[],
  context: Pick<ToolContext, "files" | "cwd">,
  parameter: string,
): Promise<readonly PermissionRule[]> {
  if (paths.length > MAX_PATHS) {
    throw new ToolError(
      `${parameter} has ${paths.length} entries; a task takes ${MAX_PATHS}. Name the folder that they are in.`,
      { code: "invalid-input" },
    );
  }
  const open = new Set<string>();
  for (const path of paths) {
    if (path.trim() === "") {
      throw new ToolError(`${parameter} has an empty entry. Give a file or a folder.`, {
        code: "invalid-input",
      });
    }
    open.add((await context.files.locate(path)).path);
    const spelled = spelledOut(path, context.cwd);
    if (spelled !== undefined) open.add(spelled);
  }
  const named = paths.slice(0, MAX_NAMED).map(visibleText).join(", ");
  const more = paths.length > MAX_NAMED ? ` and ${paths.length - MAX_NAMED} more` : "";
  const reason = `This task may change nothing but ${named}${more}.`;
  const globs = complementGlobs([...open]);
  return CHANGING_KINDS.flatMap((kind) =>
    globs.map((path): PermissionRule => ({ kind, path, verdict: "deny", reason })),
  );
}

/** A path as it is written, made absolute by its text alone; nothing for one that steps up or starts at home. */
function spelledOut(path: string, cwd: string): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  if (slashed.startsWith("~") || slashed.split("/").includes("..")) return undefined;
  const absolute = /^(?:\/|[a-zA-Z]:\/)/.test(slashed) ? path : `${cwd}/${path}`;
  return absolute.replaceAll(/\/(?:\.\/|\/)+/g, "/").replace(/\/\.$/, "");
}
