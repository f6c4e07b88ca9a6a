import { renderPlan } from "../../batching/index.js";
import type { ContentPart, JsonSchema } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";

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
  /** `run`, `explain` or `plan`. */
  readonly mode: string;
}

/** The outcome of a call of the playground. */
export interface PlaygroundAnswer {
  /** The status of the result, the verdict of the explanation, or `plan`. */
  readonly status: string;
  /** The text that a model would read, or that explains the decision. */
  readonly text: string;
  /** The whole result as JSON. */
  readonly json: string;
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
  { name, input, mode }: PlaygroundCall,
): Promise<PlaygroundAnswer> {
  const call = { id: "playground", name, input };
  if (mode === "explain") {
    const explanation = await runtime.explain(call);
    const status = explanation.decision?.verdict ?? "error";
    return { status, text: explanation.text, json: JSON.stringify(explanation, undefined, 2) };
  }
  if (mode === "plan") {
    const plan = await runtime.plan([call]);
    return { status: "plan", text: renderPlan(plan, "text"), json: JSON.stringify(plan, undefined, 2) };
  }
  const result = await runtime.execute(call);
  return { status: result.status, text: textOf(result.content), json: JSON.stringify(result, undefined, 2) };
}

function textOf(content: readonly ContentPart[]): string {
  return content
    .map((part) => {
      if (part.type === "text") return part.text;
      return part.type === "json" ? JSON.stringify(part.value, undefined, 2) : `[${part.mediaType}]`;
    })
    .join("\n");
}
