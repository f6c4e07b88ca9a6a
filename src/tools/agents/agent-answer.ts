import {
  type AgentEnd,
  type ModelUsage,
  type SubagentReport,
  type SubagentRequest,
  type ToolContext,
  ToolError,
} from "../../contract/index.js";
import { counted } from "../../text/index.js";
import { type AgentWording, DEFAULT_AGENT_WORDING } from "./agent-wording.js";
import { boundedAnswer, MAX_PROMPT_CHARACTERS, MAX_SAID_CHARACTERS } from "./bounded-answer.js";

/** The last text of a subagent, and how the subagent ended. */
export interface AgentAnswer {
  /** Id with which the subagent can be resumed. */
  readonly id: string;
  readonly kind: string;
  /** Its last text; may be empty if it was stopped. */
  readonly text: string;
  readonly ended: AgentEnd;
  /** If it did not end normally: what stopped it, and how to resume it. For the model, in brackets after the text. */
  readonly notice?: string;
  /** Files that it changed: absolute, in order, each once. */
  readonly files: readonly string[];
  readonly steps: number;
  readonly usage: ModelUsage;
}

/** Reasons for the end of an agent that reports none itself. */
const REASONS: Readonly<Record<AgentEnd, string>> = {
  done: "",
  "max-steps": "it reached its limit of steps",
  "max-tokens": "it reached its limit of tokens",
  timeout: "it timed out",
  "repeated-calls": "it repeated the same calls",
  "blocked-on-user": "it needs an approval, and no approver is available here",
  "model-failed": "the model failed",
  cancelled: "it was cancelled",
};

/** Ends without a usable result. An agent that only reached its limits still produced text and changes. */
const FAILURES: ReadonlySet<AgentEnd> = new Set(["blocked-on-user", "model-failed", "cancelled"]);

/** Returns whether an agent ended without a usable result. */
export function hasFailed({ ended }: Pick<SubagentReport, "ended">): boolean {
  return FAILURES.has(ended);
}

/**
 * Runs one subagent and resolves with its report, however it ends. Rejects with a `ToolError` for a prompt that is too
 * long or empty (`invalid-input`), for errors of the starter, and with `cancelled` when the call itself was cancelled.
 */
export async function runSubagent(
  request: SubagentRequest,
  context: ToolContext,
  wording: Partial<AgentWording> = {},
): Promise<SubagentReport> {
  const { prompt } = { ...DEFAULT_AGENT_WORDING, ...wording };
  requirePrompt(request.prompt, prompt);
  const report = await context.subagents.run(request);
  if (context.signal.aborted) throw cancelled();
  return report;
}

/** Runs one subagent and returns its answer; records it in the metadata of the call. Throws like `answerOf`. */
export async function askSubagent(
  request: SubagentRequest,
  context: ToolContext,
  wording: Partial<AgentWording> = {},
): Promise<AgentAnswer> {
  const report = await runSubagent(request, context, wording);
  context.note({ subagent: noteOf(report) });
  return answerOf(report, context, wording);
}

/** Returns the metadata of a result about a subagent. */
export function noteOf({ id, kind, ended, steps, usage, trackFiles }: SubagentReport) {
  return { id, kind, ended, steps, usage, files: trackFiles };
}

/**
 * Converts a report into the answer for the model that asked: its text within limits, and a notice if it did not end
 * normally.
 *
 * Throws `subagent-failed` for a failed agent: with the reason, its text and changes, and how to resume it.
 */
export async function answerOf(
  report: SubagentReport,
  context: ToolContext,
  wording: Partial<AgentWording> = {},
): Promise<AgentAnswer> {
  const { resume } = { ...DEFAULT_AGENT_WORDING, ...wording };
  if (hasFailed(report)) throw failure(report, resume);
  const { id, kind, ended, steps, usage, trackFiles: files } = report;
  const text = await boundedAnswer(report.text, context);
  const base = { id, kind, text, ended, files, steps, usage };
  if (ended === "done") return base;
  const said = text === "" ? "It had not said anything by then." : "Its text up to then is above.";
  return {
    ...base,
    notice: `The subagent did not finish: ${reasonOf(report)} ${said}${changed(files)} ${howToGoOn(resume, id)}`,
  };
}

/** Returns what stopped an agent, as a sentence. */
export function reasonOf({ ended, problem }: Pick<SubagentReport, "ended" | "problem">): string {
  const reason = (problem?.trim() || `${REASONS[ended]}.`).slice(0, MAX_SAID_CHARACTERS);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function howToGoOn(resume: AgentWording["resume"], id: string): string {
  return resume === false
    ? "Ask again with a smaller task, or do it yourself."
    : `To resume it, call again with ${resume} "${id}".`;
}

function failure(report: SubagentReport, resume: AgentWording["resume"]): ToolError {
  const { id, trackFiles, text } = report;
  const named = resume === false ? "" : ` (${resume}: ${id})`;
  const parts = [`Subagent failed${named}: ${reasonOf(report)}${changed(trackFiles)}`];
  const said = text.trim();
  if (said !== "") {
    const shortened = said.length > MAX_SAID_CHARACTERS ? `... ${said.slice(-MAX_SAID_CHARACTERS)}` : said;
    parts.push(`It had said by then: ${shortened}`);
  }
  parts.push(
    resume === false
      ? "Solve that problem and ask again; otherwise do it yourself."
      : `To resume it after solving that problem, call again with ${resume} "${id}"; otherwise do the work yourself.`,
  );
  return new ToolError(parts.join("\n"), { code: "subagent-failed" });
}

/** Most files that a message names. */
const MAX_NAMED_FILES = 20;

function changed(files: readonly string[]): string {
  if (files.length === 0) return "";
  const named = files.slice(0, MAX_NAMED_FILES).join(", ");
  const more = files.length - MAX_NAMED_FILES;
  return ` It changed ${named}${more > 0 ? ` and ${counted(more, "more file")}` : ""}.`;
}

function requirePrompt(prompt: string, name: string): void {
  if (prompt.trim() === "") {
    throw new ToolError(`${name} is empty. Describe the task: the subagent receives nothing but this text.`, {
      code: "invalid-input",
    });
  }
  if (prompt.length > MAX_PROMPT_CHARACTERS) {
    throw new ToolError(
      `${name} has ${prompt.length} characters; a subagent accepts at most ${MAX_PROMPT_CHARACTERS}. Name the files it should read instead of copying them into the text.`,
      { code: "invalid-input" },
    );
  }
}

/** Returns the error of a call that was cancelled from outside. */
export function cancelled(): ToolError {
  return new ToolError("The call was cancelled before its subagents had finished.", { code: "cancelled" });
}
