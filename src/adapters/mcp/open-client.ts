import { boundedFetch } from "./bounded-fetch.js";
import type { McpClient } from "./mcp-client.js";
import { McpError } from "./mcp-error.js";
import type { McpHttpServer, McpServerConfig, McpStdioServer } from "./server-config.js";

/** Bytes of one message of a server; beyond it the connection is dropped. Room for the largest picture that is shown. */
export const MAX_MESSAGE_BYTES = 16_777_216;

/** Characters of a server's standard error that are kept for the message when it does not start. */
const MAX_STDERR_LENGTH = 2_000;

/** How a client is opened. */
export interface OpenClientOptions {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts or reaches a server and shakes hands with it.
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
    // Output is checked by the adapter: the SDK would run any regular expression that the server sends.
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
    const reason = cause instanceof Error ? cause.message : String(cause);
    const said = stderr.text.trim() === "" ? "" : ` It said: ${stderr.text.trim()}`;
    throw new McpError(`The MCP server '${server}' did not start: ${reason}.${said}`, {
      code: "connection-failed",
      cause,
    });
  }
  // Without a listener each of them would be lost or thrown, as the transport has it.
  client.onerror = () => undefined;
  return client;
}

async function loadSdk() {
  try {
    const [main, stdio] = await Promise.all([
      import("@modelcontextprotocol/client"),
      import("@modelcontextprotocol/client/stdio"),
    ]);
    return { ...main, ...stdio };
  } catch (cause) {
    throw new McpError(
      "MCP servers are reached with the package @modelcontextprotocol/client, which is not installed: npm install @modelcontextprotocol/client.",
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
  // Read to the end, so that a server that logs a lot is never held up.
  transport.stderr?.on("data", (chunk: { toString(): string }) => {
    kept.text = `${kept.text}${chunk.toString()}`.slice(-MAX_STDERR_LENGTH);
  });
  return transport;
}

function urlOf(server: string, { url }: McpHttpServer): URL {
  const parsed = URL.canParse(String(url)) ? new URL(url) : undefined;
  if (parsed !== undefined && /^https?:$/.test(parsed.protocol)) return parsed;
  throw new McpError(
    `The url of the MCP server '${server}' is ${JSON.stringify(String(url))}, which is no http or https URL.`,
    {
      code: "invalid-configuration",
    },
  );
}
