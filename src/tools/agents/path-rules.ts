import type { PermissionRule, ToolContext, ToolKind } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import { visibleText } from "../visible-text.js";
import { complementGlobs } from "./complement-globs.js";

/** Kinds of tools that change files and name them. */
const CHANGING_KINDS: readonly ToolKind[] = ["edit", "delete", "move"];

/** Paths that one task may name; more of them are better named by their folder. */
const MAX_PATHS = 100;

/** Paths that the reason of a rule names. */
const MAX_NAMED = 10;

/**
 * Returns rules that deny every change of a file outside some paths. The targets of the paths may be changed, and also
 * the given spelling: a deny rule checks both.
 *
 * These rules do not apply to commands, whose changes are unknown.
 *
 * @throws ToolError `invalid-input` for too many paths or an empty one, and the errors of the workspace for an invalid
 * one
 */
export async function rulesForPaths(
  paths: readonly string[],
  context: Pick<ToolContext, "files" | "cwd">,
  parameter: string,
): Promise<readonly PermissionRule[]> {
  if (paths.length > MAX_PATHS) {
    throw new ToolError(
      `${parameter} has ${paths.length} entries; a task accepts at most ${MAX_PATHS}. Name the folder that contains them.`,
      { code: "invalid-input" },
    );
  }
  const open = new Set<string>();
  for (const path of paths) {
    if (path.trim() === "") {
      throw new ToolError(`${parameter} has an empty entry. Pass a file or a folder.`, {
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

/** Makes a path absolute by its text alone; `undefined` for one that contains `..` or starts with `~`. */
function spelledOut(path: string, cwd: string): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  if (slashed.startsWith("~") || slashed.split("/").includes("..")) return undefined;
  const absolute = /^(?:\/|[a-zA-Z]:\/)/.test(slashed) ? path : `${cwd}/${path}`;
  return absolute.replaceAll(/\/(?:\.\/|\/)+/g, "/").replace(/\/\.$/, "");
}
