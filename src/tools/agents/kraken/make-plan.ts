import { type ToolContext, ToolError } from "../../../contract/index.js";
import { pathFrom } from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";
import { hasFailed, reasonOf, runSubagent } from "../agent-answer.js";
import { MAX_PLANS } from "./kraken-limits.js";
import { locateGroups, type WorkGroup } from "./locate-groups.js";
import { readPlan } from "./read-plan.js";

const INSTRUCTIONS = `You plan a change over many files. Look at the files, find out what has to be done in each, and group the files that depend on each other. Keep independent files in separate groups, because workers who know only the task and their own instructions work on the groups at the same time. No file may be in two groups. Leave out files that need no change.

Answer with nothing but JSON:
{"groups": [{"files": ["path", "..."], "instructions": "what to do in these files, in full"}]}`;

/** Characters of a list of files in a prompt. */
const MAX_LISTED_CHARACTERS = 100_000;

/**
 * Lets a subagent plan a change. Throws `subagent-failed` when it returns no plan, or two unusable ones, with the last
 * problem.
 *
 * @param allowed - real paths of the files to change; absent: the planner searches for them
 */
export async function makePlan(
  task: string,
  allowed: readonly string[] | undefined,
  context: ToolContext,
): Promise<readonly WorkGroup[]> {
  let problem = "";
  let resume: string | undefined;
  for (let attempt = 0; attempt < MAX_PLANS; attempt += 1) {
    const prompt =
      resume === undefined
        ? promptOf(task, allowed, context.cwd)
        : `${problem} Answer again with the whole plan.`;
    const report = await runSubagent(
      {
        kind: "kraken-planner",
        prompt,
        instructions: INSTRUCTIONS,
        description: "Plan the change",
        resume,
      },
      context,
      { prompt: "task", resume: false },
    );
    if (hasFailed(report)) throw noPlan(reasonOf(report));
    resume = report.id;
    const reading = readPlan(report.text);
    if ("problem" in reading) {
      problem = report.ended === "done" ? reading.problem : `${reasonOf(report)} ${reading.problem}`;
      continue;
    }
    const located = await locateGroups(reading.groups, allowed && new Set(allowed), context);
    if ("groups" in located) return located.groups;
    problem = located.problem;
  }
  throw noPlan(problem);
}

function promptOf(task: string, allowed: readonly string[] | undefined, cwd: string): string {
  if (allowed === undefined || task.trim() === "") return task;
  const listed: string[] = [];
  let characters = 0;
  for (const path of allowed) {
    const row = `- ${visibleText(pathFrom(cwd, path))}`;
    characters += row.length + 1;
    if (characters > MAX_LISTED_CHARACTERS) break;
    listed.push(row);
  }
  const more = allowed.length - listed.length;
  return `${task}\n\nThe change concerns these files and no others:\n${listed.join("\n")}${more > 0 ? `\nand ${more} more.` : ""}`;
}

function noPlan(problem: string): ToolError {
  return new ToolError(
    `There is no plan for this change, so nothing was changed: ${problem} Describe the task more clearly, name the files, or change them yourself.`,
    { code: "subagent-failed" },
  );
}
