import {
  type AnyTool,
  type ContentPart,
  describeThrown,
  ignoreRejectionsIn,
  type JsonValue,
  type ProgressUpdate,
  quietly,
  type ToolContext,
  ToolError,
  type ToolKind,
} from "../../../contract/index.js";
import { defineTool, jsonSchema } from "../../../schema/index.js";
import { isRecord } from "../../../values/index.js";
import { contentParts, contentText, type McpToolOutput } from "../call-content.js";
import { sanitizeSchema, sanitizeText } from "../sanitize-schema.js";
import { traceMeta } from "../trace-meta.js";
import type { McpCallResult, McpListedTool } from "./mcp-client.js";
import type { ServerLink } from "./server-link.js";

/** Host's settings for a server's tool. */
export interface ForeignToolOptions {
  readonly server: string;
  /** Name shown to a model. */
  readonly name: string;
  readonly listed: McpListedTool;
  readonly fingerprint: string;
  readonly link: ServerLink;
  readonly deferred: boolean;
  /** Kind that the host assigns; the server's hints never count. */
  readonly kind: ToolKind;
  /** Whether the host declares that its calls conflict with no other call. */
  readonly parallel: boolean;
  readonly timeoutMs?: number | false | undefined;
  /** Asks about a tool that differs from the one first seen; throws unless it is approved. */
  readonly confirm: (context: ToolContext) => Promise<void>;
}

/**
 * Creates a tool from a server's listing.
 *
 * The input is checked against the server's JSON Schema before it is sent. An answer with `isError` becomes an error with
 * the server's text, and so does structured content that does not fit the server's output schema.
 *
 * @throws Error with the reason why the tool cannot be offered
 */
export function foreignTool(options: ForeignToolOptions): AnyTool {
  const { server, name, listed, fingerprint, link, deferred, kind, parallel, timeoutMs, confirm } = options;
  const sanitized = sanitizeSchema(listed.inputSchema);
  if ("problem" in sanitized) throw new Error(sanitized.problem);
  const described = sanitizeText(listed.description).trim();
  const checkOutput = outputCheck(listed.outputSchema);
  return defineTool({
    name,
    description:
      described === ""
        ? `The tool ${JSON.stringify(sanitizeText(listed.name, 200))} of the MCP server '${server}'.`
        : described,
    inputSchema: shownAs(sanitized.schema, sanitized.checked),
    kind,
    source: "mcp",
    deferred,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(parallel && { executionProfile: { resourceKeys: () => [] } }),
    annotations: hints(listed),
    metadata: { mcp: { server, tool: listed.name, fingerprint } },
    execute: async (input: Record<string, unknown>, context): Promise<McpToolOutput> => {
      await confirm(context);
      context.note({ mcp: { server, tool: listed.name }, untrusted: true });
      const call = { name: listed.name, arguments: input, ...traceMeta(context.traceContext) };
      const answer = await link
        .request((client, request) => client.callTool(call, request), {
          signal: context.signal,
          onprogress: (update) => quietly(() => context.progress(progressOf(update))),
        })
        .catch((error: unknown) => {
          throw callError(error, server);
        });
      return outputOf(answer, server, checkOutput);
    },
    render: ({ content }: McpToolOutput): readonly ContentPart[] => content,
  });
}

/** Reads a progress update of a client; fields of another type are omitted. */
function progressOf(update: unknown): ProgressUpdate {
  ignoreRejectionsIn(update);
  const { progress, total, message } = isRecord(update) ? update : {};
  return {
    ...(typeof progress === "number" && { completed: progress }),
    ...(typeof total === "number" && { total }),
    ...(typeof message === "string" && { message: sanitizeText(message, 1_000) }),
  };
}

function outputOf(
  answer: McpCallResult,
  server: string,
  problemOf: (value: unknown) => string | undefined,
): McpToolOutput {
  const { content, structuredContent, isError } = answer;
  if (isError === true) {
    const text = contentText(content).trim();
    throw new ToolError(
      text === "" ? `The MCP server '${server}' reported an error without a message.` : text,
      {
        code: "mcp-tool-error",
      },
    );
  }
  const problem = structuredContent === undefined ? undefined : problemOf(structuredContent);
  if (problem !== undefined) {
    throw new ToolError(
      `The MCP server '${server}' answered with a value that does not match its own output schema: ${problem}`,
      {
        code: "invalid-output",
      },
    );
  }
  return {
    content: contentParts(content, structuredContent),
    ...(structuredContent !== undefined && { structuredContent: structuredContent as JsonValue }),
  };
}

/** Describes a failed request to the server, for the model. */
export function callError(error: unknown, server: string): ToolError {
  if (ToolError.isInstance(error)) return error;
  const reason = describeThrown(error);
  return new ToolError(`The MCP server '${server}' did not answer the call: ${sanitizeText(reason, 2_000)}`, {
    code: "mcp-server-failed",
    cause: error,
  });
}

/** Combines the schema shown to a model with the checks of a sanitized one. */
function shownAs(schema: object, checked: object): ReturnType<typeof jsonSchema<Record<string, unknown>>> {
  const { "~standard": standard } = jsonSchema<Record<string, unknown>>(checked);
  return jsonSchema<Record<string, unknown>>(schema, { validate: (value) => standard.validate(value) });
}

/** Creates a check of structured content; none if the output schema is unusable. */
function outputCheck(schema: unknown): (value: unknown) => string | undefined {
  const nothing = () => undefined;
  const sanitized = schema === undefined ? undefined : sanitizeSchema(schema);
  if (sanitized === undefined || "problem" in sanitized) return nothing;
  try {
    const { "~standard": standard } = jsonSchema<unknown>(sanitized.checked);
    return (value) => {
      const checked = standard.validate(value);
      if (checked instanceof Promise || checked.issues === undefined) return undefined;
      return checked.issues
        .map(({ message, path = [] }) => `${path.map(String).join(".")}: ${message}`)
        .join("; ");
    };
  } catch {
    return nothing;
  }
}

/** Returns display hints for user interfaces; the runtime bases no decision on them. */
function hints({ annotations, title }: McpListedTool): AnyTool["annotations"] {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
  const shown = sanitizeText(annotations?.title ?? title, 200);
  return {
    ...(shown !== "" && { title: shown }),
    ...(typeof readOnlyHint === "boolean" && { readOnlyHint }),
    ...(typeof destructiveHint === "boolean" && { destructiveHint }),
    ...(typeof idempotentHint === "boolean" && { idempotentHint }),
    ...(typeof openWorldHint === "boolean" && { openWorldHint }),
  };
}
