import { type AnyTool, describeThrown, ignoreRejection } from "../../../contract/index.js";
import { kindOf, type ToolRuntime } from "../../../runtime/index.js";
import { ellipsized } from "../../../text/index.js";
import { requireOptions, withoutUndefined } from "../../../values/index.js";
import { McpError } from "../mcp-error.js";
import { checkedClient } from "./checked-client.js";
import {
  CONNECT_OPTION_NAMES,
  type ConnectMcpOptions,
  DEFAULT_CONNECT_TIMEOUT_MS,
} from "./connect-options.js";
import type { McpClient } from "./mcp-client.js";
import { openClient } from "./open-client.js";
import { type McpServerConfig, type McpServerSettings, unknownServerFields } from "./server-config.js";
import { ServerLink } from "./server-link.js";
import { serverPart } from "./tool-name.js";
import { ToolTable } from "./tool-table.js";

/** Server whose tools are registered in a runtime. */
export interface McpConnection extends AsyncDisposable {
  /** Name used as a part of the tools' names. */
  readonly name: string;
  /** Tools as currently registered. */
  readonly tools: readonly AnyTool[];
  /** Fingerprints of the tools by name, for `knownTools` of a later connection. */
  readonly fingerprints: Readonly<Record<string, string>>;
  /** Messages about omitted and changed tools, oldest first. */
  readonly warnings: readonly string[];
  /** Lists the tools again; also happens automatically when the server reports a change. */
  refresh(): Promise<void>;
  /** Removes the tools from the runtime and ends the server; also happens automatically when the runtime is disposed of. */
  close(): Promise<void>;
}

/** Returns the options with the settings of a server: it decides whether its tools are deferred, and can only remove tools. */
function withSettings(
  options: ConnectMcpOptions,
  { deferred = options.deferred, includeTools, excludeTools = [] }: McpServerSettings,
): ConnectMcpOptions {
  const included =
    options.includeTools?.filter((name) => includeTools?.includes(name) !== false) ?? includeTools;
  return {
    ...options,
    ...withoutUndefined({ deferred, includeTools: included }),
    excludeTools: [...(options.excludeTools ?? []), ...excludeTools],
  };
}

/** Names of the servers connected to each registry, so that two servers cannot share a name. */
const serversOf = new WeakMap<object, Set<string>>();

/**
 * Connects a server and registers its tools in a runtime as `mcp__server__tool`.
 *
 * The server is a command to run, a URL, or a connected client of `@modelcontextprotocol/client`. Its tools use the same
 * pipeline as all others: inputs are checked against the server's schema, permission is asked (kind `"other"`), and output
 * is bounded. When a server disconnects, each call in flight gets an error, and the next call reconnects.
 *
 * @throws McpError for a server that cannot be reached; a single tool that cannot be offered is a warning
 *
 * @example
 * const files = await connectMcp(runtime, { command: "npx", args: ["-y", "some-server"] }, { name: "files" });
 * await runtime.execute({ id: "1", name: "mcp__files__list", input: {} });
 */
export async function connectMcp(
  runtime: Pick<ToolRuntime, "registry" | "defaultSession">,
  server: McpServerConfig | McpClient,
  options: ConnectMcpOptions = {},
): Promise<McpConnection> {
  requireServer(server);
  requireOptions("connectMcp", options, CONNECT_OPTION_NAMES);
  const unknownFields = isClient(server) ? [] : (server.unknownFields ?? unknownFieldsOf(server));
  const { registry, defaultSession } = runtime;
  const { connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS, signal } = options;
  const checked = (client: McpClient) => checkedClient(client, { timeoutMs: connectTimeoutMs });
  const first = checked(
    isClient(server)
      ? server
      : await openClient(options.name ?? addressOf(server), server, { timeoutMs: connectTimeoutMs, signal }),
  );
  let given: McpClient | undefined = first;
  const abandon = async (): Promise<void> => {
    if (!isClient(server)) await first.close().catch(() => undefined);
  };

  try {
    const name = serverPart(options.name ?? first.getServerVersion()?.name.replace(/_{2,}/g, "_") ?? "");
    const connected = serversOf.get(registry) ?? new Set();
    serversOf.set(registry, connected);
    if (connected.has(name.toLowerCase())) {
      throw new McpError(
        `A server named '${name}' is connected to this runtime. Choose another name: { name: '${name}-2' }.`,
        { code: "already-connected" },
      );
    }

    const state = new ToolTable(name, runtime, isClient(server) ? options : withSettings(options, server));
    if (unknownFields.length > 0) {
      state.warn(
        `The configuration of the MCP server '${name}' has fields that are not supported and had no effect: ${shownFields(unknownFields)}.`,
      );
    }
    const link: ServerLink = new ServerLink({
      server: name,
      clock: { now: () => performance.now() },
      timeoutMs: connectTimeoutMs,
      open: async () => {
        const client = given;
        given = undefined;
        if (client !== undefined) return client;
        if (isClient(server)) throw new Error("the host's client is closed");
        return checked(await openClient(name, server, { timeoutMs: connectTimeoutMs }));
      },
      onOpen: async (client) => {
        client.setNotificationHandler("notifications/tools/list_changed", () => state.refreshSoon());
        await state.load(client, link);
      },
    });
    state.useLink(link);
    connected.add(name.toLowerCase());
    let untie: (() => void) | undefined;
    const close = async (): Promise<void> => {
      untie?.();
      connected.delete(name.toLowerCase());
      state.clear();
      await link.close();
    };
    try {
      await link.client();
      untie = defaultSession.onDispose?.(close);
    } catch (error) {
      await close();
      throw error instanceof McpError
        ? error
        : new McpError(`The MCP server '${name}' cannot be used: ${describeThrown(error)}`, {
            code: "connection-failed",
            cause: error,
          });
    }
    return {
      name,
      get tools() {
        return state.tools;
      },
      get fingerprints() {
        return state.fingerprints;
      },
      get warnings() {
        return state.warnings;
      },
      refresh: () => state.refresh(),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await abandon();
    throw error;
  }
}

/** Number of unknown fields that a warning names. */
const MAX_NAMED_FIELDS = 10;

function shownFields(fields: readonly string[]): string {
  const more = fields.length > MAX_NAMED_FIELDS ? ` and ${fields.length - MAX_NAMED_FIELDS} more` : "";
  return (
    fields
      .slice(0, MAX_NAMED_FIELDS)
      .map((field) => ellipsized(field, MAX_FIELD_LENGTH))
      .join(", ") + more
  );
}

/** Characters of a field's name in a warning. */
const MAX_FIELD_LENGTH = 64;

/** Checks that a server is a configuration or a client. */
function requireServer(server: unknown): void {
  let names: readonly string[] = [];
  try {
    if (typeof server === "object" && server !== null) {
      names = ["command", "url", "callTool"].filter((name) => name in server);
    }
  } catch (thrown) {
    ignoreRejection(thrown);
    // A revoked proxy is not a server.
  }
  if (names.length > 0) return;
  throw new McpError(
    `A server must be { command, args }, { url } or a connected client, but it is ${kindOf(server)}.`,
    { code: "invalid-configuration" },
  );
}

function isClient(server: McpServerConfig | McpClient): server is McpClient {
  return "callTool" in server;
}

function unknownFieldsOf(server: McpServerConfig): readonly string[] {
  return unknownServerFields("The configuration of the server", server);
}

/** Returns the name of an unnamed server for messages. */
function addressOf(server: McpServerConfig): string {
  return "command" in server ? server.command : String(server.url);
}
