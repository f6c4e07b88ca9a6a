import { renderPlan } from "../../batching/index.js";
import {
  type ContentPart,
  describeThrown,
  type JsonSchema,
  type PermissionRule,
  type ToolCall,
} from "../../contract/index.js";
import type { CallExplanation, ToolRuntime } from "../../runtime/index.js";

/** A tool as the page offers it. */
export interface PlaygroundTool {
  readonly name: string;
  readonly kind: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** A call of the playground. */
export interface PlaygroundCall {
  readonly name: string;
  /** JSON, as a model would send it. */
  readonly input: string;
  /** `run`, `explain`, `plan`, or `try`, which explains the decision with and without a rule. */
  readonly mode: string;
  /** The rule to try, as JSON. */
  readonly rule?: string | undefined;
}

/** The outcome of a call of the playground. */
export interface PlaygroundAnswer {
  /** The status of the result, the verdict of the explanation, or `plan`. */
  readonly status: string;
  /** The text that a model would read, or that explains the decision. */
  readonly text: string;
  /** The whole result as JSON. */
  readonly json: string;
  /** For `try`: the decision without the rule. */
  readonly before?: Pick<PlaygroundAnswer, "status" | "text">;
}

/** Returns the tools of a runtime, none without one. */
export function playgroundTools(runtime: ToolRuntime | undefined): readonly PlaygroundTool[] {
  return (runtime?.tools() ?? []).map(({ name, kind, description, inputSchema }) => ({
    ...{ name, kind, description, inputSchema },
  }));
}

/** Runs, explains or plans one call through the whole pipeline of the runtime. */
export async function playgroundCall(
  runtime: ToolRuntime,
  { name, input, mode, rule }: PlaygroundCall,
): Promise<PlaygroundAnswer> {
  const call = { id: "playground", name, input };
  if (mode === "explain") return explained(await runtime.explain(call));
  if (mode === "try") return tryRule(runtime, call, rule ?? "");
  if (mode === "plan") {
    const plan = await runtime.plan([call]);
    return { status: "plan", text: renderPlan(plan, "text"), json: JSON.stringify(plan, undefined, 2) };
  }
  const result = await runtime.execute(call);
  return { status: result.status, text: textOf(result.content), json: JSON.stringify(result, undefined, 2) };
}

/** Explains the decision about a call without and with a rule. A wrong rule is an answer: the user is still writing it. */
async function tryRule(runtime: ToolRuntime, call: ToolCall, rule: string): Promise<PlaygroundAnswer> {
  const { status, text } = explained(await runtime.explain(call));
  try {
    const rules = [JSON.parse(rule) as PermissionRule];
    return { ...explained(await runtime.explain(call, { rules })), before: { status, text } };
  } catch (error) {
    return { status: "error", text: describeThrown(error), json: "" };
  }
}

function explained(explanation: CallExplanation): PlaygroundAnswer {
  const { decision, text } = explanation;
  return { status: decision?.verdict ?? "error", text, json: JSON.stringify(explanation, undefined, 2) };
}

function textOf(content: readonly ContentPart[]): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "json" ? JSON.stringify(part.value, undefined, 2) : `[${part.mediaType}]`;
    })
    .join("\n");
}
