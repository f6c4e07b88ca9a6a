import { describeThrown } from "../../../contract/index.js";
import { isRecord } from "../../../values/index.js";
import { McpError } from "../mcp-error.js";

/** A server that runs as a child process and speaks over its standard streams. */
export interface McpStdioServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** Beside the few variables that are safe to inherit (`PATH`, `HOME` ...): nothing else of this process is handed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that speaks streamable HTTP. */
export interface McpHttpServer {
  readonly url: string | URL;
  /** Sent with every request: `{ Authorization: "Bearer ..." }`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** How to reach a server. */
export type McpServerConfig = McpStdioServer | McpHttpServer;

/** A reference to a variable of the environment: `${NAME}`, or `${NAME:-default}`. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * Reads the `mcpServers` object of the usual JSON files (`.mcp.json`, `claude_desktop_config.json`, `mcp.json`).
 *
 * Takes the whole document or its `mcpServers`, as text or parsed. `${NAME}` and `${NAME:-default}` in strings are replaced
 * from `env`; a server with `disabled: true` is left out; what is not known is ignored.
 *
 * @param env - default: nothing, so that a reference without a default is an error
 * @throws McpError `invalid-configuration`, naming the server and the field
 *
 * @example
 * readMcpServers('{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "some-server"] } } }');
 */
export function readMcpServers(
  configuration: string | object,
  { env = {} }: { readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Readonly<Record<string, McpServerConfig>> {
  const document = typeof configuration === "string" ? parse(configuration) : configuration;
  const servers =
    isRecord(document) && Object.hasOwn(document, "mcpServers") ? document.mcpServers : document;
  if (!isRecord(servers)) throw invalid("mcpServers must be an object of servers by name.");
  const read = Object.entries(servers)
    .filter(([, server]) => !(isRecord(server) && server.disabled === true))
    .map(([name, server]): [string, McpServerConfig] => [name, readServer(name, server, env)]);
  return Object.fromEntries(read);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid(`The configuration is no JSON: ${describeThrown(cause)}`);
  }
}

function readServer(
  name: string,
  server: unknown,
  env: Readonly<Record<string, string | undefined>>,
): McpServerConfig {
  const field = (key: string) => `mcpServers.${name}.${key}`;
  const text = (key: string, value: unknown): string => {
    if (typeof value !== "string")
      throw invalid(`${field(key)} must be a string, but it is ${kindOf(value)}.`);
    return expand(value, field(key), env);
  };
  const texts = (key: string, value: unknown): Record<string, string> => {
    if (!isRecord(value))
      throw invalid(`${field(key)} must be an object of strings, but it is ${kindOf(value)}.`);
    return Object.fromEntries(
      Object.entries(value).map(([each, member]) => [each, text(`${key}.${each}`, member)]),
    );
  };
  if (!isRecord(server)) throw invalid(`mcpServers.${name} must be an object, but it is ${kindOf(server)}.`);
  const { command, args = [], env: variables, cwd, headers } = server;
  const url = server.url ?? server.httpUrl ?? server.serverUrl;
  if (command !== undefined) {
    if (!Array.isArray(args))
      throw invalid(`${field("args")} must be a list of strings, but it is ${kindOf(args)}.`);
    return {
      command: text("command", command),
      args: args.map((argument, index) => text(`args[${index}]`, argument)),
      ...(variables !== undefined && { env: texts("env", variables) }),
      ...(cwd !== undefined && { cwd: text("cwd", cwd) }),
    };
  }
  if (url !== undefined) {
    return { url: text("url", url), ...(headers !== undefined && { headers: texts("headers", headers) }) };
  }
  throw invalid(`mcpServers.${name} has neither a command nor a url. Say how to start it, or where it is.`);
}

function expand(value: string, field: string, env: Readonly<Record<string, string | undefined>>): string {
  // A default that nothing closes would be looked through again from each reference in it.
  const end = value.lastIndexOf("}") + 1;
  const replaced = value
    .slice(0, end)
    .replace(VARIABLE, (reference, name: string, otherwise: string | undefined) => {
      const found = (Object.hasOwn(env, name) ? env[name] : undefined) ?? otherwise;
      if (found !== undefined) return found;
      throw invalid(
        `${field} refers to ${reference}, which is not set. Set it, or give a default: \${${name}:-...}.`,
      );
    });
  return replaced + value.slice(end);
}

function invalid(message: string): McpError {
  return new McpError(message, { code: "invalid-configuration" });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
