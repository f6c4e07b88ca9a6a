import { type ToolContext, ToolError } from "../../../contract/index.js";
import { visibleText } from "../../visible-text.js";
import type { PlannedGroup } from "./read-plan.js";

/** A group whose files exist and are not in another group. */
export interface WorkGroup {
  /** Absolute, symlinks resolved. */
  readonly files: readonly string[];
  readonly instructions: string;
}

/** Result of locating the files of a plan. */
export type LocatedPlan = { readonly groups: readonly WorkGroup[] } | { readonly problem: string };

/**
 * Locates the files of a plan. Groups that share a file are merged: two workers must never change the same file.
 *
 * @param allowed - real paths of the files that the plan may contain. Default: any in the workspace
 */
export async function locateGroups(
  groups: readonly PlannedGroup[],
  allowed: ReadonlySet<string> | undefined,
  { files }: Pick<ToolContext, "files">,
): Promise<LocatedPlan> {
  const located: WorkGroup[] = [];
  for (const { files: named, instructions } of groups) {
    const paths = new Set<string>();
    for (const name of named) {
      const outcome = await locate(name, files);
      if ("problem" in outcome) return outcome;
      if (allowed !== undefined && !allowed.has(outcome.path)) {
        return { problem: `The plan names ${visibleText(name)}, which is not one of the given files.` };
      }
      paths.add(outcome.path);
    }
    located.push({ files: [...paths], instructions });
  }
  return { groups: merged(located) };
}

async function locate(
  name: string,
  files: ToolContext["files"],
): Promise<{ readonly path: string } | { readonly problem: string }> {
  const shown = visibleText(name);
  try {
    const { path, stat, insideRoots, secret } = await files.locate(name);
    if (!insideRoots) return { problem: `The plan names ${shown}, which is outside the workspace.` };
    if (secret) return { problem: `The plan names ${shown}, a secret file.` };
    if (stat !== undefined && stat.type !== "file") {
      return { problem: `The plan names ${shown}, which is not a file. Name the files in it.` };
    }
    return { path };
  } catch (error) {
    if (!ToolError.isInstance(error)) throw error;
    return { problem: `The plan names ${shown}: ${error.message}` };
  }
}

function merged(groups: readonly WorkGroup[]): readonly WorkGroup[] {
  const result: { files: Set<string>; instructions: string[] }[] = [];
  for (const { files, instructions } of groups) {
    const meeting = result.filter((other) => files.some((file) => other.files.has(file)));
    const [first] = meeting;
    if (first === undefined) {
      result.push({ files: new Set(files), instructions: [instructions] });
      continue;
    }
    for (const file of files) first.files.add(file);
    first.instructions.push(instructions);
    for (const other of meeting.slice(1)) {
      for (const file of other.files) first.files.add(file);
      first.instructions.push(...other.instructions);
      result.splice(result.indexOf(other), 1);
    }
  }
  return result.map(({ files, instructions }) => ({
    files: [...files],
    instructions: instructions.filter((each) => each.trim() !== "").join("\n\n"),
  }));
}
