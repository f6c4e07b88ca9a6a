import type { Client } from "@modelcontextprotocol/client";
import { describeThrown, type StandardSchema } from "../../../contract/index.js";
import { McpError } from "../mcp-error.js";
import { boundedFetch } from "./bounded-fetch.js";
import type { McpClient, McpListedTool } from "./mcp-client.js";
import type { McpHttpServer, McpServerConfig, McpStdioServer } from "./server-config.js";

/**
 * Bytes of one message of a server; a longer one closes the connection. Large enough for the largest image that is shown.
 */
const MAX_MESSAGE_BYTES = 16_777_216;

/** Characters of a server's standard error that are kept for the message when it does not start. */
const MAX_STDERR_LENGTH = 2_000;

/** Options for opening a client. */
export interface OpenClientOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts or contacts a server and performs the handshake.
 *
 * @throws McpError `missing-package` without `@modelcontextprotocol/client`, else `connection-failed`
 */
export async function openClient(
  server: string,
  config: McpServerConfig,
  { timeoutMs, signal }: OpenClientOptions,
): Promise<McpClient> {
  const { Client, StreamableHTTPClientTransport, StdioClientTransport } = await loadSdk();
  const stderr = { text: "" };
  const transport =
    "command" in config
      ? stdioTransport(StdioClientTransport, config, stderr)
      : new StreamableHTTPClientTransport(urlOf(server, config), {
          fetch: boundedFetch(MAX_MESSAGE_BYTES),
          requestInit: { headers: { ...config.headers } },
        });
  const client = new Client(
    { name: "collet", version: "0" },
    // The adapter checks output: the SDK would run any regular expression that the server sends.
    {
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
      },
    },
  );
  try {
    await client.connect(transport, { timeout: timeoutMs, ...(signal && { signal }) });
  } catch (cause) {
    await client.close().catch(() => undefined);
    const reason = describeThrown(cause);
    const said = stderr.text.trim() === "" ? "" : ` It said: ${stderr.text.trim()}`;
    throw new McpError(`The MCP server '${server}' did not start: ${reason}.${said}`, {
      code: "connection-failed",
      cause,
    });
  }
  // Without a listener the transport would lose or throw these errors.
  client.onerror = () => undefined;
  // One invalid tool listing must not reject all other tools, as the SDK's parser would.
  return Object.assign(client, { listTools: lenientListTools(client) });
}

/** Pages of one listing; equal to the SDK's limit. */
const MAX_PAGES = 64;

/** Listed tools that are read: several times what is offered, so that a host can choose among them. */
const MAX_LISTED_TOOLS = 20_000;

/** Accepts any answer; the users of the answer check every field. */
const ANY_ANSWER: StandardSchema<unknown, Readonly<Record<string, unknown>>> = {
  "~standard": {
    version: 1,
    vendor: "collet",
    validate: (value) => ({ value: value as Readonly<Record<string, unknown>> }),
  },
};

function lenientListTools(client: Client): McpClient["listTools"] {
  return async (_params, options = {}) => {
    const { cacheMode: _nothingIsKept, ...request } = options;
    const tools: McpListedTool[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES && tools.length < MAX_LISTED_TOOLS; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const answer = await client.request({ method: "tools/list", params }, ANY_ANSWER, request);
      const listed: readonly unknown[] = Array.isArray(answer.tools) ? answer.tools : [];
      tools.push(...listed.filter(isListedTool));
      const next = answer.nextCursor;
      if (typeof next !== "string" || next === cursor) break;
      cursor = next;
    }
    return { tools };
  };
}

function isListedTool(tool: unknown): tool is McpListedTool {
  return typeof tool === "object" && tool !== null && "name" in tool && typeof tool.name === "string";
}

async function loadSdk() {
  // Bundlers leave an import for run time only if its failure is handled here, directly around it.
  try {
    const main = await import("@modelcontextprotocol/client");
    const stdio = await import("@modelcontextprotocol/client/stdio");
    return { ...main, ...stdio };
  } catch (cause) {
    throw new McpError(
      "Connecting MCP servers needs the package @modelcontextprotocol/client, which is not installed: npm install @modelcontextprotocol/client.",
      { code: "missing-package", cause },
    );
  }
}

type StdioTransport = Awaited<ReturnType<typeof loadSdk>>["StdioClientTransport"];

function stdioTransport(
  Transport: StdioTransport,
  { command, args = [], env, cwd }: McpStdioServer,
  kept: { text: string },
): InstanceType<StdioTransport> {
  const transport = new Transport({
    command,
    args: [...args],
    ...(env && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
    stderr: "pipe",
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  // Read to the end, so that a server with a long log never blocks.
  transport.stderr?.on("data", (chunk: { toString(): string }) => {
    kept.text = `${kept.text}${chunk.toString()}`.slice(-MAX_STDERR_LENGTH);
  });
  return transport;
}

function urlOf(server: string, { url }: McpHttpServer): URL {
  const parsed = URL.canParse(String(url)) ? new URL(url) : undefined;
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol)) return parsed;
  throw new McpError(
    `The url of the MCP server '${server}' is ${JSON.stringify(String(url))}, which is not an http or https URL.`,
    {
      code: "invalid-configuration",
    },
  );
}
