import type {
  Clock,
  Executor,
  JudgedCall,
  ToolContext,
  ToolResult,
  TruncationPolicy,
} from "../contract/index.js";
import { invalidOutputMessage } from "../schema/index.js";
import { AMP_TRUNCATION, addNotice, truncateContent } from "../truncation/index.js";
import { callFailure, failureFromThrown } from "./call-failure.js";
import { baseFields, failedResult } from "./call-result.js";
import { renderOutput } from "./render-output.js";

/**
 * Creates the default executor: the tool runs here and now, its output is checked, rendered and bounded.
 *
 * Never rejects: what the tool throws is the result's error.
 */
export function createInProcessExecutor(options: {
  readonly clock: Clock;
  /** For tools that name no policy of their own. */
  readonly truncation: TruncationPolicy;
}): Executor {
  return {
    async run(call, context) {
      const startedAt = options.clock.now();
      const base = () => {
        const endedAt = options.clock.now();
        return {
          call: { id: call.id, name: call.requestedName, input: call.input },
          toolName: call.tool.name,
          timing: { queuedAt: startedAt, startedAt, endedAt, durationMs: endedAt - startedAt },
        };
      };
      try {
        return await produce(call, context, options.truncation, base);
      } catch (thrown) {
        return failedResult(base(), failureFromThrown(thrown, `The tool '${call.tool.name}'`));
      }
    },
  };
}

async function produce(
  { tool, input }: JudgedCall,
  context: ToolContext,
  defaultPolicy: TruncationPolicy,
  base: () => Parameters<typeof baseFields>[0],
): Promise<ToolResult> {
  const output: unknown = await tool.execute(input, context);
  if (tool.validateOutput !== undefined) {
    const checked = await tool.validateOutput(output);
    if (checked.issues !== undefined) {
      const message = invalidOutputMessage(tool, checked.issues, output);
      return failedResult(base(), callFailure("invalid-output", message));
    }
  }
  const rendered = renderOutput(tool, output, input);
  const policy = tool.truncation ?? defaultPolicy;
  const { parts, cut } = policy === false ? { parts: rendered } : truncateContent(rendered, policy);
  if (cut === undefined) return { ...baseFields(base()), status: "done", result: output, content: parts };

  const content = addNotice(parts, AMP_TRUNCATION.notice(cut), policy === false ? undefined : policy.keep);
  return {
    ...baseFields(base()),
    status: "done",
    // A string result is the text the model reads; it must not carry past the limit what the content was cut to.
    result: typeof output === "string" ? textOf(content) : output,
    content,
    truncation: { omittedBytes: cut.omittedBytes, omittedLines: cut.omittedLines },
  };
}

function textOf(parts: ToolResult["content"]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}
