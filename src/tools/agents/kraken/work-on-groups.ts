import type { PermissionRule, SubagentReport, ToolContext } from "../../../contract/index.js";
import { ToolError } from "../../../contract/index.js";
import { pathFrom } from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";
import { cancelled, hasFailed, reasonOf, runSubagent } from "../agent-answer.js";
import { boundedSaying } from "../bounded-answer.js";
import { rulesForPaths } from "../path-rules.js";
import { runBounded } from "../run-bounded.js";
import { MAX_WORKERS_AT_ONCE } from "./kraken-limits.js";
import type { WorkGroup } from "./locate-groups.js";

/** Result of a group. */
export interface WorkedGroup {
  /**
   * `rolled-back`: it failed, and its changes were undone. `failed`: it failed, and some of its changes could not be
   * undone.
   */
  readonly status: "done" | "rolled-back" | "failed";
  /** Absolute. */
  readonly files: readonly string[];
  /** The files of the group that are changed now. */
  readonly changed: readonly string[];
  /** The worker's last text. */
  readonly text: string;
  /** Why it failed, as a sentence. */
  readonly problem?: string;
  /** The subagent; absent for one that could not be started. */
  readonly report?: SubagentReport;
}

const INSTRUCTIONS = `You do one part of a change over many files; others do the rest at the same time. Change only the files you were given: everything else is refused. Read each file before you change it, change nothing that the task does not ask for, and stop when your files are done.

Answer in a few sentences: what you changed in which file, and what you left unchanged and why.`;

/**
 * Rules that restrict a worker, whatever its kind allows: the changes of commands and of tools of unknown kind cannot be
 * assigned to one worker.
 */
const NOTHING_ELSE: readonly PermissionRule[] = (["execute", "other"] as const).map((kind) => ({
  kind,
  verdict: "deny",
  reason: "Workers on parts of a change only edit files; the check runs when all parts are done.",
}));

/** Works on all groups, several at a time. A group that fails is undone; the others stay. */
export async function workOnGroups(
  task: string,
  groups: readonly WorkGroup[],
  context: ToolContext,
): Promise<readonly WorkedGroup[]> {
  const worked = new Array<WorkedGroup>(groups.length);
  const indexes = groups.map((_group, index) => index);
  let ended = 0;
  await runBounded(indexes, MAX_WORKERS_AT_ONCE, async (index) => {
    worked[index] = await workOn(task, groups[index] as WorkGroup, context);
    ended += 1;
    const { status, files } = worked[index];
    context.progress({
      message: `${ended} of ${groups.length} groups ended; ${status}: ${files
        .map((file) => pathFrom(context.cwd, file))
        .join(", ")
        .slice(0, 200)}`,
      completed: ended,
      total: groups.length,
    });
  });
  return worked;
}

async function workOn(task: string, group: WorkGroup, context: ToolContext): Promise<WorkedGroup> {
  const { files } = group;
  let report: SubagentReport;
  try {
    if (context.signal.aborted) throw cancelled();
    report = await runSubagent(
      {
        kind: "kraken-worker",
        prompt: promptOf(task, group, context.cwd),
        instructions: INSTRUCTIONS,
        description: `Change ${files.length} ${files.length === 1 ? "file" : "files"}`,
        rules: [...(await rulesForPaths(files, context, "files")), ...NOTHING_ELSE],
      },
      context,
    );
  } catch (error) {
    if (!ToolError.isInstance(error) || context.signal.aborted) throw error;
    return { status: "rolled-back", files, changed: [], text: "", problem: error.message };
  }
  const text = boundedSaying(report.text);
  const { trackFiles } = report;
  if (report.ended === "done") return { status: "done", files, changed: trackFiles, text, report };
  // A half-done part is worse than an undone one.
  const left = await report.rollBack();
  const reason = hasFailed(report) ? reasonOf(report) : `It did not finish: ${reasonOf(report)}`;
  if (left.length === 0) return { status: "rolled-back", files, changed: [], text, problem: reason, report };
  const remains = left.map(({ path, reason: why }) => `${path} (${why})`).join(", ");
  return {
    status: "failed",
    files,
    changed: left.map(({ path }) => path),
    text,
    problem: `${reason} Some changes could not be undone: ${remains}.`,
    report,
  };
}

function promptOf(task: string, { files, instructions }: WorkGroup, cwd: string): string {
  const rows = files.map((file) => `- ${visibleText(pathFrom(cwd, file))}`).join("\n");
  return [
    `The whole change:\n${task}`,
    `Your files:\n${rows}`,
    ...(instructions === "" ? [] : [`What to do in them:\n${instructions}`]),
  ].join("\n\n");
}
