import {
  type AgentEnd,
  type ModelUsage,
  type SubagentReport,
  type SubagentRequest,
  type ToolContext,
  ToolError,
} from "../../contract/index.js";
import { MAX_PROMPT_CHARACTERS, MAX_SAID_CHARACTERS } from "./agent-limits.js";
import { type AgentWording, DEFAULT_AGENT_WORDING } from "./agent-wording.js";
import { boundedAnswer } from "./bounded-answer.js";

/** What a subagent said, and how it came to its end. */
export interface AgentAnswer {
  /** With which it goes on where it ended. */
  readonly id: string;
  readonly kind: string;
  /** Its last words; may be nothing where it was stopped. */
  readonly text: string;
  readonly ended: AgentEnd;
  /** Where it did not end by itself: what stopped it, and how to go on. For the model, in brackets behind the text. */
  readonly notice?: string;
  /** Files that it changed: absolute, in order, each once. */
  readonly files: readonly string[];
  readonly steps: number;
  readonly usage: ModelUsage;
}

/** Why an agent ended, where it says nothing itself. */
const REASONS: Readonly<Record<AgentEnd, string>> = {
  done: "",
  "max-steps": "it has used up its steps",
  "max-tokens": "it has used up its tokens",
  timeout: "its time is over",
  "repeated-calls": "it made the same calls again and again",
  "blocked-on-user": "it needs an approval that nobody here can give",
  "model-failed": "the model failed",
  cancelled: "it was cancelled",
};

/** Ends that leave nothing to build on. Whoever has merely used up its budget still said and did something. */
const FAILURES: ReadonlySet<AgentEnd> = new Set(["blocked-on-user", "model-failed", "cancelled"]);

/** Whether an agent came to no useful end. */
export function hasFailed({ ended }: Pick<SubagentReport, "ended">): boolean {
  return FAILURES.has(ended);
}

/**
 * Runs one subagent. Whatever it does, this ends with its report; it rejects with a `ToolError` for a prompt that is too long or
 * empty (`invalid-input`), for what the starter refuses, and with `cancelled` when the call itself was.
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

/** Runs one subagent, and gives its answer; notes it in the metadata of the call. Throws as `answerOf` does. */
export async function askSubagent(
  request: SubagentRequest,
  context: ToolContext,
  wording: Partial<AgentWording> = {},
): Promise<AgentAnswer> {
  const report = await runSubagent(request, context, wording);
  context.note({ subagent: noteOf(report) });
  return answerOf(report, context, wording);
}

/** What the metadata of a result say of a subagent. */
export function noteOf({ id, kind, ended, steps, usage, trackFiles }: SubagentReport) {
  return { id, kind, ended, steps, usage, files: trackFiles };
}

/**
 * What a report says to the model that asked: its text within bounds, and a notice where it did not end by itself.
 *
 * Throws `subagent-failed` for one that failed: with the reason, with what it said and changed, and how to go on.
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
  const said = text === "" ? "It had said nothing by then." : "Above is what it had said by then.";
  return {
    ...base,
    notice: `The subagent did not finish: ${reasonOf(report)} ${said}${changed(files)} ${howToGoOn(resume, id)}`,
  };
}

/** What stopped an agent, as a sentence. */
export function reasonOf({ ended, problem }: Pick<SubagentReport, "ended" | "problem">): string {
  const reason = (problem?.trim() || `${REASONS[ended]}.`).slice(0, MAX_SAID_CHARACTERS);
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function howToGoOn(resume: AgentWording["resume"], id: string): string {
  return resume === false
    ? "Ask again, about less at once, or look yourself."
    : `To let it go on, call again with ${resume} "${id}".`;
}

function failure(report: SubagentReport, resume: AgentWording["resume"]): ToolError {
  const { id, trackFiles, text } = report;
  const named = resume === false ? "" : ` (${resume}: ${id})`;
  const parts = [`Subagent failed${named}: ${reasonOf(report)}${changed(trackFiles)}`];
  const said = text.trim();
  if (said !== "") {
    const cut = said.length > MAX_SAID_CHARACTERS ? `... ${said.slice(-MAX_SAID_CHARACTERS)}` : said;
    parts.push(`It had said by then: ${cut}`);
  }
  parts.push(
    resume === false
      ? "Once that is settled ask again; otherwise look yourself."
      : `To let it go on once that is settled, call again with ${resume} "${id}"; otherwise do the work yourself.`,
  );
  return new ToolError(parts.join("\n"), { code: "subagent-failed" });
}

/** Files that a message names. */
const MAX_NAMED_FILES = 20;

function changed(files: readonly string[]): string {
  if (files.length === 0) return "";
  const named = files.slice(0, MAX_NAMED_FILES).join(", ");
  const more = files.length - MAX_NAMED_FILES;
  return ` It changed ${named}${more > 0 ? ` and ${more} more files` : ""}.`;
}

function requirePrompt(prompt: string, name: string): void {
  if (prompt.trim() === "") {
    throw new ToolError(
      `${name} is empty. Say what is to be done: the subagent knows nothing but this text.`,
      {
        code: "invalid-input",
      },
    );
  }
  if (prompt.length > MAX_PROMPT_CHARACTERS) {
    throw new ToolError(
      `${name} has ${prompt.length} characters; a subagent takes ${MAX_PROMPT_CHARACTERS}. Name the files it should read instead of putting them into the text.`,
      { code: "invalid-input" },
    );
  }
}

/** What a call says that was stopped from outside. */
export function cancelled(): ToolError {
  return new ToolError("The call was cancelled before its subagents had finished.", { code: "cancelled" });
}
