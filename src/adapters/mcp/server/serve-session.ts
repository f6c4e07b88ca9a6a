import type { Server as SdkServer, ServerContext } from "@modelcontextprotocol/server";
import { type AnyTool, describeThrown, type ToolResult, type ToolSession } from "../../../contract/index.js";
import { unknownToolMessage } from "../../../registry/index.js";
import type { ToolRuntime } from "../../../runtime/index.js";
import type { KeysOf } from "../../../values/index.js";
import { McpError } from "../mcp-error.js";
import { traceOfMeta } from "../trace-meta.js";
import { approvalAnswer, approvalForm } from "./elicit-approval.js";
import { ProgressReports } from "./progress-reports.js";
import { type ServedResult, servedResult } from "./served-result.js";
import { type ServedTool, servedTool } from "./served-tool.js";

/** Identity that a served runtime presents. */
export interface ServedIdentity {
  /** Server name. Default `"collet"`. */
  readonly name?: string;
  /** Server version. Default `"0"`. */
  readonly version?: string;
  /** Instructions for the client's model, if the client passes them on. */
  readonly instructions?: string;
  /** Returns whether a tool is served. Default: all that the runtime offers. */
  readonly filter?: (tool: AnyTool) => boolean;
}

/** The names of the options of {@link ServedIdentity}. */
export const IDENTITY_NAMES = {
  name: true,
  version: true,
  instructions: true,
  filter: true,
} as const satisfies KeysOf<ServedIdentity>;

/** Part of a runtime that is served. */
export type ServedRuntime = Pick<ToolRuntime, "registry" | "tools" | "execute" | "resume" | "session" | "on">;

/** Loads the SDK's server on first use. */
export async function loadServerSdk() {
  try {
    return await import("@modelcontextprotocol/server");
  } catch (cause) {
    throw missingServerSdk(cause);
  }
}

/** Loads the SDK's transport over the standard streams. */
export async function loadStdioTransport() {
  try {
    return await import("@modelcontextprotocol/server/stdio");
  } catch (cause) {
    throw missingServerSdk(cause);
  }
}

function missingServerSdk(cause: unknown): McpError {
  return new McpError(
    "Serving MCP needs the package @modelcontextprotocol/server, which is not installed: npm install @modelcontextprotocol/server.",
    { code: "missing-package", cause },
  );
}

/**
 * Creates an SDK server that offers the tools of a runtime to one client, for one session of the runtime.
 *
 * Calls use the whole pipeline. A call that needs approval asks through the client (elicitation), unless the runtime has its
 * own `onApproval`; without either it is an error. A cancelled request cancels its call.
 */
export function serveSession(
  Server: typeof SdkServer,
  runtime: ServedRuntime,
  session: ToolSession,
  identity: ServedIdentity,
): SdkServer {
  const { name = "collet", version = "0", instructions, filter } = identity;
  const server = new Server(
    { name, version },
    { capabilities: { tools: { listChanged: true } }, ...(instructions !== undefined && { instructions }) },
  );
  const offered = (): readonly AnyTool[] => runtime.tools(filter, { session });
  let listed: readonly AnyTool[] | undefined;
  const progress = new ProgressReports(runtime, session);
  let calls = 0;

  server.setRequestHandler("tools/list", () => {
    listed = offered();
    return { tools: listed.map(servedTool) as (ServedTool & { inputSchema: { type: "object" } })[] } as never;
  });

  server.setRequestHandler("tools/call", async ({ params }, context) => {
    calls += 1;
    // Two clients may use the same ids.
    const id = `${session.id}:${calls}`;
    const stopProgress = progress.start(id, context);
    try {
      const call = { id, name: params.name, input: params.arguments ?? {} };
      const { signal } = context.mcpReq;
      if (!isServed(params.name, runtime, filter)) {
        return { content: [{ type: "text", text: unknownToolMessage(params.name, []) }], isError: true };
      }
      const trace = traceOfMeta(context.mcpReq._meta);
      const first = await runtime.execute(call, { session, signal, ...trace });
      const { result, unanswered } = await askClient(first, { runtime, session, server, context });
      const found = runtime.registry.get(result.toolName);
      return servedResult(result, found, unanswered) as ServedResult as never;
    } finally {
      stopProgress();
      void noteChanges();
    }
  });

  /** Tells the client about changed tools, after a call of ToolSearch or a change of the registry. */
  async function noteChanges(): Promise<void> {
    const now = offered();
    if (
      listed === undefined ||
      (listed.length === now.length && now.every((tool, index) => tool === listed?.[index]))
    )
      return;
    listed = now;
    await server.sendToolListChanged().catch(() => undefined);
  }

  return server;
}

/** Returns whether the host serves a tool, under any of its names. */
function isServed(
  name: string,
  runtime: ServedRuntime,
  filter: ((tool: AnyTool) => boolean) | undefined,
): boolean {
  if (filter === undefined) return true;
  const found = runtime.registry.resolve(name);
  return found.status === "unknown" || filter(found.tool);
}

/** The result of a call after the question about it, and why the question has no answer. */
interface AskedResult {
  readonly result: ToolResult;
  readonly unanswered?: string;
}

/** Asks the user of the client about a call that waits for an approval, and continues it. */
async function askClient(
  result: ToolResult,
  options: {
    readonly runtime: ServedRuntime;
    readonly session: ToolSession;
    readonly server: SdkServer;
    readonly context: ServerContext;
  },
): Promise<AskedResult> {
  const { runtime, session, server, context } = options;
  if (result.status !== "blocked-on-user") return { result };
  if (server.getClientCapabilities()?.elicitation === undefined)
    return { result, unanswered: "the client cannot ask, because it does not support elicitation" };
  const { signal } = context.mcpReq;
  const reply = await context.mcpReq
    .elicitInput({ mode: "form", ...approvalForm(result.approval) }, { signal, timeout: MAX_ANSWER_MS })
    .then((reply) => ({ answer: approvalAnswer(reply) }))
    .catch((thrown: unknown) => ({ reason: describeThrown(thrown).slice(0, MAX_REASON_LENGTH) }));
  if ("reason" in reply)
    return { result, unanswered: `the client was asked and returned no valid answer (${reply.reason})` };
  const answers = { [result.callId]: reply.answer };
  const [resumed] = await runtime.resume([result], answers, { session, signal });
  return { result: resumed ?? result };
}

/** Characters of the reason why a client did not answer. */
const MAX_REASON_LENGTH = 300;

/** Milliseconds that a user has to answer; one hour. */
const MAX_ANSWER_MS = 3_600_000;
