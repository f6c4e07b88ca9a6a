import {
  type AnyTool,
  type Clock,
  type ContentPart,
  describeThrown,
  ignoreRejection,
  ignoreRejectionsIn,
  type JudgedCall,
  type NameLists,
  PausedCall,
  type StandardResult,
  type ToolContext,
  ToolError,
  type ToolResult,
} from "../../contract/index.js";
import { invalidOutputMessage, readStandardResult } from "../../schema/index.js";
import { returnedError } from "../host/returned-error.js";
import { boundOutput, type OutputBounds, renderOutput, requireJson } from "../output/index.js";
import type { InProcessExecutor } from "../services/index.js";
import {
  baseFields,
  type CallFailure,
  callFailure,
  failedResult,
  failureFromThrown,
  pausedResult,
  type Redact,
  redactInSteps,
} from "../values/index.js";

/** Options of an executor in this process. */
export interface InProcessExecutorOptions {
  readonly clock: Clock;
  readonly bounds: OutputBounds;
  /** Removes text that the model must not see. */
  readonly redact?: Redact | undefined;
}

/**
 * Creates the default executor: it runs the tool in this process and validates, renders and truncates its output.
 *
 * Never rejects: an error that the tool throws becomes the result's error.
 */
export function createInProcessExecutor(options: InProcessExecutorOptions): InProcessExecutor {
  return {
    async run(call, context) {
      const startedAt = options.clock.now();
      const base = () => {
        const endedAt = options.clock.now();
        return {
          call: { id: call.id, name: call.requestedName, input: call.input },
          toolName: call.tool.name,
          timing: { queuedAt: startedAt, startedAt, endedAt, durationMs: Math.max(0, endedAt - startedAt) },
        };
      };
      try {
        return await produce(call, context, options, base);
      } catch (thrown) {
        const paused = PausedCall.isInstance(thrown) ? pausedResult(base(), thrown) : undefined;
        if (paused !== undefined) return paused;
        const failure = failureFromThrown(thrown, `The tool '${call.tool.name}'`);
        return fail(failure, context, options, base);
      }
    },
  };
}

async function produce(
  { tool, input }: JudgedCall,
  context: ToolContext,
  options: InProcessExecutorOptions,
  base: () => Parameters<typeof baseFields>[0],
): Promise<ToolResult> {
  const output: unknown = await tool.execute(input, context);
  const names: NameLists = new WeakMap();
  if (tool.source !== "builtin") ignoreRejectionsIn(output, { names });
  const returned = returnedError(output);
  if (returned !== undefined) throw returned;
  if (tool.validateOutput !== undefined) {
    const checked = await checkedOutput(tool, output);
    if (checked.issues !== undefined) {
      const message = invalidOutputMessage(tool, checked.issues, output);
      return fail(callFailure("invalid-output", message), context, options, base);
    }
  }
  const checking = requireJsonOutput(tool, output, names);
  if (checking !== undefined) await checking;
  const { bounds, redact } = options;
  const rendering = renderOutput(output, { tool, input, redact, names });
  const rendered = rendering instanceof Promise ? await rendering : rendering;
  const bounding = boundOutput(
    rendered,
    { policy: tool.truncation, outputs: () => context.outputs, succeeded: true, offers: context.offers },
    bounds,
  );
  const { content, truncation } = bounding instanceof Promise ? await bounding : bounding;
  const isShortened = truncation !== undefined && typeof output === "string";
  return Object.assign(baseFields(base()), {
    status: "done" as const,
    // A string result is the text that the model reads; it must not exceed the limits that were applied to the
    // content.
    result: isShortened
      ? textOf(content)
      : redact === undefined
        ? output
        : await redactInSteps(output, redact, names),
    content,
    ...(truncation !== undefined && { truncation }),
  });
}

/**
 * Checks that the output of a host's tool has a JSON form, because its result is plain JSON. Without a `render` function the rendering
 * checks it. Returns a promise only for a long output.
 */
function requireJsonOutput(
  { name, render, source }: AnyTool,
  output: unknown,
  names: NameLists,
): Promise<void> | undefined {
  if (render === undefined || source === "builtin") return undefined;
  const refuse = (thrown: unknown) => {
    ignoreRejection(thrown);
    throw new ToolError(`The tool '${name}' ran, but its output cannot be written as JSON.`, {
      code: "invalid-output",
    });
  };
  try {
    return requireJson(output, { names })?.catch(refuse);
  } catch (thrown) {
    return refuse(thrown);
  }
}

/** Validates an output with the tool's output schema, which may itself fail. */
async function checkedOutput(tool: AnyTool, output: unknown): Promise<StandardResult<unknown>> {
  try {
    return readStandardResult(await tool.validateOutput?.(output));
  } catch (thrown) {
    throw new ToolError(
      `The tool '${tool.name}' ran, but its output schema failed: ${describeThrown(thrown)}.`,
      { code: "invalid-output" },
    );
  }
}

/** Returns the result of a tool that failed. The message is truncated like any output, whatever threw it. */
async function fail(
  failure: CallFailure,
  context: ToolContext,
  { bounds, redact }: InProcessExecutorOptions,
  base: () => Parameters<typeof baseFields>[0],
): Promise<ToolResult> {
  const message: readonly ContentPart[] = [
    { type: "text", text: redactMessage(failure.error.message, redact) },
  ];
  const { content, truncation } = await boundOutput(
    message,
    { policy: undefined, outputs: () => context.outputs, succeeded: false, offers: context.offers },
    bounds,
  );
  const failed = failedResult(base(), { ...failure, error: { ...failure.error, message: textOf(content) } });
  return truncation === undefined ? failed : { ...failed, truncation };
}

/** Redacts a message. If the redact function fails, neither the result is lost nor the message shown. */
function redactMessage(message: string, redact: Redact | undefined): string {
  try {
    return redact === undefined ? message : redact(message);
  } catch (thrown) {
    ignoreRejection(thrown);
    return "The tool failed, and so did the host's redact function on the message of the failure.";
  }
}

function textOf(parts: ToolResult["content"]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
