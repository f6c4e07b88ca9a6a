import { type ResourceKey, type ToolContext, ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { globOperation } from "../../search/glob.js";
import { cancelled, noteOf } from "../agent-answer.js";
import type { FinalCheck, WantedCheck } from "./final-check.js";
import { MAX_FILES } from "./kraken-limits.js";
import type { WorkedGroup } from "./work-on-groups.js";

/** A change of many files. */
export interface KrakenInput {
  readonly task: string;
  /** The files to change. */
  readonly files?: readonly string[] | undefined;
  /** Glob of files to change, in addition to `files`. Without either, a subagent searches for the files. */
  readonly glob?: string | undefined;
  /** The check that decides at the end whether the change is correct. */
  readonly check?: WantedCheck | undefined;
}

/** Result for one file. */
export interface KrakenFile {
  /** Absolute path. */
  readonly path: string;
  /** `unplanned`: the file was passed, but the plan does not contain it. */
  readonly status: "changed" | "unchanged" | "failed" | "unplanned";
  /** Why it failed, and whether any change of it is left. */
  readonly reason?: string;
}

/** Result of the change. */
export interface KrakenOutput {
  readonly groups: readonly Omit<WorkedGroup, "report">[];
  /** Every file of the plan, of the input, and every other changed file; each once, by path. */
  readonly files: readonly KrakenFile[];
  readonly check?: FinalCheck;
}

/**
 * Changes many files in parallel: a subagent plans, one subagent for each group of files works, several at a time, and
 * a check ends the change.
 *
 * A worker changes only the files of its group, and runs no commands. A group that fails is undone, the others stay; a
 * failed check undoes nothing. Each call is judged separately, so this is a `think` tool; the check is judged like a
 * command of the shell tool.
 *
 * Errors: `subagent-failed` when there is no plan, or when every group failed (all of them were undone);
 * `invalid-input` for an empty task, too many files or a glob that matches none; `subagent-limit`; and the errors of
 * the workspace for a path.
 */
export const krakenOperation: Operation<KrakenInput, KrakenOutput> = {
  kind: "think",
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  executionProfile: { resourceKeys: krakenKeys },
  facts: () => ({}),
  timeoutMs: false,
  requires: ["model"],
  async run(input, context) {
    const { task, check = {} } = input;
    const [{ makePlan }, { workOnGroups }, { finalCheck }] = await Promise.all([
      import("./make-plan.js"),
      import("./work-on-groups.js"),
      import("./final-check.js"),
    ]);
    const given = await givenFiles(input, context);
    context.progress({ message: "Planning the change" });
    const groups = await makePlan(task, given, context);
    context.progress({ message: `Working on ${groups.length} groups`, completed: 0, total: groups.length });
    const worked = await workOnGroups(task, groups, context);
    context.note({
      subagents: worked.flatMap(({ report }) => (report === undefined ? [] : [noteOf(report)])),
    });
    if (context.signal.aborted) throw cancelled();
    requireSuccess(worked);
    const checked = await finalCheck(check, context);
    return {
      groups: worked.map(({ report: _handle, ...group }) => group),
      files: filesOf(worked, given ?? []),
      ...(checked !== undefined && { check: checked }),
    };
  },
};

/**
 * Returns the resource keys of a change: a check may read any file; without one, the change touches the given files.
 */
function krakenKeys(
  { files = [], glob, check }: KrakenInput,
  { cwd }: { readonly cwd: string },
): readonly ResourceKey[] {
  if (files.length === 0 || glob !== undefined || check !== undefined) {
    return [{ key: `directory:${cwd}`, mode: "write", scope: "subtree" }];
  }
  return files.map((path) => ({ key: `file:${path}`, mode: "write" }));
}

async function givenFiles(
  { files = [], glob }: KrakenInput,
  context: ToolContext,
): Promise<readonly string[] | undefined> {
  if (files.length === 0 && glob === undefined) return undefined;
  const found = glob === undefined ? [] : await matching(glob, context);
  const paths = new Set(found);
  for (const file of files) {
    const { path, stat } = await context.files.locate(file);
    if (stat?.type === "directory") {
      throw new ToolError(`'${path}' is a folder. Pass its files, or a glob such as "src/**/*.ts".`, {
        code: "not-a-file",
        absolutePath: path,
      });
    }
    paths.add(path);
  }
  if (paths.size > MAX_FILES) {
    throw new ToolError(
      `${paths.size} files were passed; at most ${MAX_FILES} are allowed. Split the change.`,
      {
        code: "invalid-input",
      },
    );
  }
  return [...paths];
}

async function matching(pattern: string, context: ToolContext): Promise<readonly string[]> {
  const { files, remaining } = await globOperation.run({ pattern, limit: MAX_FILES }, context);
  if (remaining > 0) {
    throw new ToolError(
      `More than ${MAX_FILES} files match the glob '${pattern}'. Use a narrower glob, or split the change.`,
      { code: "invalid-input" },
    );
  }
  if (files.length === 0) {
    throw new ToolError(`No file matches the glob '${pattern}'. Try another glob, or name files.`, {
      code: "invalid-input",
    });
  }
  const located = await Promise.all(files.map((file) => context.files.locate(file)));
  return located.filter(({ secret }) => !secret).map(({ path }) => path);
}

function requireSuccess(worked: readonly WorkedGroup[]): void {
  if (worked.some(({ status }) => status === "done")) return;
  const problems = [...new Set(worked.map(({ problem }) => problem ?? ""))].slice(0, 5).join("\n- ");
  throw new ToolError(
    `The change failed in ${worked.length === 1 ? "its only group" : `all ${worked.length} groups`}, and the groups were undone, except where noted here:\n- ${problems}`,
    { code: "subagent-failed" },
  );
}

function filesOf(worked: readonly WorkedGroup[], given: readonly string[]): readonly KrakenFile[] {
  const files = new Map<string, KrakenFile>();
  for (const path of given) files.set(path, { path, status: "unplanned" });
  for (const { status, files: planned, changed, problem } of worked) {
    const now = new Set(changed);
    for (const path of new Set([...planned, ...changed])) {
      const undone = status === "rolled-back" ? " Its changes were undone." : "";
      const reason = problem === undefined ? {} : { reason: `${problem}${undone}` };
      if (status === "done") files.set(path, { path, status: now.has(path) ? "changed" : "unchanged" });
      else files.set(path, { path, status: "failed", ...reason });
    }
  }
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}
