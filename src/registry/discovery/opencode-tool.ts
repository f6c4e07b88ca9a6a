import {
  type AnyTool,
  type ContentPart,
  type StandardSchema,
  type ToolContext,
  type ToolDefinition,
  ToolError,
} from "../../contract/index.js";
import { defineTool } from "../../schema/index.js";
import { isRecord } from "../../values/index.js";

/** The context of a tool in the OpenCode specification. */
export interface OpenCodeContext {
  readonly sessionID: string;
  /** The id from the options of the run; empty if the host set none. */
  readonly messageID: string;
  readonly agent: string;
  readonly abort: AbortSignal;
  readonly callID: string;
  readonly extra: Readonly<Record<string, unknown>>;
  /** Shows a title as progress, and adds to the metadata of the result. */
  metadata(input: { readonly title?: string; readonly metadata?: Readonly<Record<string, unknown>> }): void;
  /** Asks the approver; rejects with `rejected-by-user` if the answer is no. */
  ask(input: { readonly permission: string; readonly patterns?: readonly string[] }): Promise<void>;
}

/** A tool as the OpenCode specification defines it (`Tool.define`). */
export interface OpenCodeTool {
  readonly id: string;
  /** Called once, when the tool is adapted. */
  readonly init: () => Promise<OpenCodeToolParts> | OpenCodeToolParts;
}

/** The parts of a tool that its `init` returns. */
export interface OpenCodeToolParts {
  readonly description: string;
  /** A zod schema of an object, or another Standard Schema. */
  readonly parameters: StandardSchema;
  // biome-ignore lint/suspicious/noExplicitAny: the input is that of the schema, which this type does not know.
  readonly execute: (args: any, context: OpenCodeContext) => Promise<OpenCodeOutput> | OpenCodeOutput;
  // biome-ignore lint/suspicious/noExplicitAny: the error is that of the schema, which this type does not know.
  readonly formatValidationError?: (error: any) => string;
}

/** The output of a tool in the OpenCode specification. */
export interface OpenCodeOutput {
  readonly title?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly output: string;
  /** Files whose `url` is a base64 data URL are content of the result; others are named in a text. */
  readonly attachments?: readonly {
    readonly mime: string;
    readonly url: string;
    readonly filename?: string;
  }[];
}

/** Fields of the resulting tool that the OpenCode specification does not have. */
export type OpenCodeToolOptions = Partial<
  Pick<
    ToolDefinition<StandardSchema, unknown>,
    "name" | "kind" | "facts" | "executionProfile" | "timeoutMs" | "truncation" | "aliases"
  >
>;

const DATA_URL = /^data:[^,]{0,200};base64,/;

/**
 * Creates a tool from one of the OpenCode specification: calls its `init`, and passes `sessionID`, `messageID`, `agent`,
 * `abort`, `callID`, `extra`, `metadata` and `ask` to its `execute`.
 *
 * @throws ToolDefinitionError for parts that are not a tool, and what `init` throws
 *
 * @example
 * runtime.registry.register(await fromOpenCodeTool(WeatherTool, { kind: "fetch" }));
 */
export async function fromOpenCodeTool(
  tool: OpenCodeTool,
  options: OpenCodeToolOptions = {},
): Promise<AnyTool> {
  const { description, parameters, execute, formatValidationError } = await tool.init();
  return defineTool({
    name: tool.id,
    ...options,
    description,
    inputSchema: parameters,
    ...(formatValidationError !== undefined && { formatValidationError }),
    execute: async (input: unknown, context) => {
      const output = await execute(input, contextOf(context));
      const { title, metadata } = output;
      if (title !== undefined || metadata !== undefined)
        context.note({ ...metadata, ...(title !== undefined && { title }) });
      return output;
    },
    render: ({ output, attachments = [] }: OpenCodeOutput): readonly ContentPart[] => [
      { type: "text", text: output },
      ...attachments.map(partOf),
    ],
  }) as AnyTool;
}

/** Returns whether a value is a tool of the OpenCode specification. */
export function isOpenCodeTool(value: unknown): value is OpenCodeTool {
  return isRecord(value) && typeof value.id === "string" && typeof value.init === "function";
}

function contextOf(context: ToolContext): OpenCodeContext {
  return {
    sessionID: context.session.id,
    messageID: context.messageId ?? "",
    agent: context.agent,
    abort: context.signal,
    callID: context.callId,
    extra: context.extra,
    metadata({ title, metadata }) {
      if (title !== undefined) context.progress({ message: title });
      context.note({ ...metadata, ...(title !== undefined && { title }) });
    },
    async ask({ permission, patterns = [] }) {
      const about = patterns.length === 0 ? "" : `: ${patterns.join(", ")}`;
      if (await context.ask({ reason: `The tool asks for the permission ${permission}${about}.` })) return;
      throw new ToolError(`The permission ${permission} was not granted. Continue without it.`, {
        code: "rejected-by-user",
      });
    },
  };
}

function partOf({ mime, url, filename }: NonNullable<OpenCodeOutput["attachments"]>[number]): ContentPart {
  const start = DATA_URL.exec(url)?.[0];
  if (start === undefined) return { type: "text", text: `\n[attachment ${filename ?? url} (${mime})]` };
  const data = url.slice(start.length);
  if (mime.startsWith("image/")) return { type: "image", mediaType: mime, data };
  return { type: "file", mediaType: mime, data, ...(filename !== undefined && { name: filename }) };
}
