import { describeThrown, ignoreRejection } from "../../../contract/index.js";
import { kindOf, type ToolRuntime } from "../../../runtime/index.js";
import { requireOptions } from "../../../values/index.js";
import { McpError } from "../mcp-error.js";
import { connectMcp, type McpConnection } from "./connect-mcp.js";
import { CONNECT_OPTION_NAMES, type ConnectMcpOptions } from "./connect-options.js";
import type { McpServerConfig } from "./server-config.js";

/** Result of connecting several servers. */
export interface McpConnections extends AsyncDisposable {
  /** Connected servers, in the order of the configuration. */
  readonly connections: readonly McpConnection[];
  /** Servers that failed, by name, each with its error. */
  readonly failures: readonly { readonly name: string; readonly error: Error }[];
}

// The configuration names the servers.
const { name: _name, ...SHARED_OPTION_NAMES } = CONNECT_OPTION_NAMES;

/**
 * Connects the servers that `readMcpServers` returned, all at the same time. A server that cannot be reached does not affect
 * the others.
 *
 * @param options - for every server, or a function from its name
 * @throws McpError `invalid-configuration` if the servers are not an object by name
 *
 * @example
 * const servers = readMcpServers(await readFile(".mcp.json", "utf8"), { env: process.env });
 * const { failures } = await connectMcpServers(runtime, servers, { deferred: true });
 */
export async function connectMcpServers(
  runtime: Pick<ToolRuntime, "registry" | "defaultSession">,
  servers: Readonly<Record<string, McpServerConfig>>,
  options: Omit<ConnectMcpOptions, "name"> | ((name: string) => Omit<ConnectMcpOptions, "name">) = {},
): Promise<McpConnections> {
  if (typeof options !== "function") requireOptions("connectMcpServers", options, SHARED_OPTION_NAMES);
  const connections: McpConnection[] = [];
  const failures: { readonly name: string; readonly error: Error }[] = [];
  const entries = entriesOf(servers);
  const outcomes = await Promise.allSettled(
    entries.map(async ([name, server]) =>
      connectMcp(runtime, server, { ...(typeof options === "function" ? options(name) : options), name }),
    ),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") connections.push(outcome.value);
    else failures.push({ name: entries[index]?.[0] ?? "", error: asError(outcome.reason) });
  }
  return {
    connections,
    failures,
    async [Symbol.asyncDispose]() {
      await Promise.all(connections.map((connection) => connection.close()));
    },
  };
}

/** Returns the servers by name; refuses a list, whose indexes would become the names. */
function entriesOf(servers: unknown): [string, McpServerConfig][] {
  try {
    if (typeof servers === "object" && servers !== null && !Array.isArray(servers)) {
      return Object.entries(servers);
    }
  } catch (thrown) {
    // A revoked proxy does not contain servers.
    ignoreRejection(thrown);
  }
  throw new McpError(
    `The servers must be an object with a server for each name, but they are ${kindOf(servers)}.`,
    { code: "invalid-configuration" },
  );
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(describeThrown(reason));
}
