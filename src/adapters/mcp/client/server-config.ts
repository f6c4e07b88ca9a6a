import { describeThrown } from "../../../contract/index.js";
import { isRecord, nearestName } from "../../../values/index.js";
import { McpError } from "../mcp-error.js";

/** Settings of a server besides its address. */
export interface McpServerSettings {
  /** Whether the tools are listed by name only until a model requests them with ToolSearch; precedes the option of the same name. */
  readonly deferred?: boolean | undefined;
  /** Only these tools, by the server's names; further restricted by the option of the same name. Default: all. */
  readonly includeTools?: readonly string[] | undefined;
  /** All tools but these, by the server's names, in addition to those of the option of the same name. */
  readonly excludeTools?: readonly string[] | undefined;
  /** Names of fields of the configuration that are not supported; the connection reports them as warnings. */
  readonly unknownFields?: readonly string[];
}

/** Server that runs as a child process and communicates over its standard streams. */
export interface McpStdioServer extends McpServerSettings {
  readonly command: string;
  readonly args?: readonly string[];
  /**
   * Environment variables in addition to the few that are safe to inherit (`PATH`, `HOME` ...); no other variables of this
   * process are passed on.
   */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Server that uses streamable HTTP. */
export interface McpHttpServer extends McpServerSettings {
  readonly url: string | URL;
  /** Headers sent with every request: `{ Authorization: "Bearer ..." }`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Command or URL of a server. */
export type McpServerConfig = McpStdioServer | McpHttpServer;

/** Fields of a server that are read. `type` follows from the others. */
const FIELDS = [
  "command",
  "args",
  "env",
  "cwd",
  "url",
  "httpUrl",
  "serverUrl",
  "headers",
  "deferred",
  "includeTools",
  "excludeTools",
  "disabled",
  "type",
];

/** Reference to an environment variable: `${NAME}`, or `${NAME:-default}`. */
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/**
 * Reads the `mcpServers` object of the usual JSON files (`.mcp.json`, `claude_desktop_config.json`, `mcp.json`).
 *
 * Accepts the whole document or its `mcpServers`, as text or parsed. Replaces `${NAME}` and `${NAME:-default}` in strings
 * from `env`, and omits servers with `disabled: true`. A field that misspells a known one is an error; other unknown
 * fields, which belong to other programs, become warnings of the connection.
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
    throw invalid(`The configuration is not JSON: ${describeThrown(cause)}`);
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
  const settings = readSettings(name, server);
  const url = server.url ?? server.httpUrl ?? server.serverUrl;
  if (command !== undefined) {
    if (!Array.isArray(args))
      throw invalid(`${field("args")} must be a list of strings, but it is ${kindOf(args)}.`);
    return {
      command: text("command", command),
      args: args.map((argument, index) => text(`args[${index}]`, argument)),
      ...(variables !== undefined && { env: texts("env", variables) }),
      ...(cwd !== undefined && { cwd: text("cwd", cwd) }),
      ...settings,
    };
  }
  if (url !== undefined) {
    return {
      url: text("url", url),
      ...(headers !== undefined && { headers: texts("headers", headers) }),
      ...settings,
    };
  }
  throw invalid(`mcpServers.${name} has neither a command nor a url. Add one of them.`);
}

function readSettings(name: string, server: Readonly<Record<string, unknown>>): McpServerSettings {
  const { deferred } = server;
  if (deferred !== undefined && typeof deferred !== "boolean") {
    throw invalid(`mcpServers.${name}.deferred must be true or false, but it is ${kindOf(deferred)}.`);
  }
  const names = (key: "includeTools" | "excludeTools"): readonly string[] | undefined => {
    const list = server[key];
    if (list === undefined) return undefined;
    if (Array.isArray(list) && list.every((each) => typeof each === "string")) return list;
    throw invalid(`mcpServers.${name}.${key} must be a list of strings, but it is ${kindOf(list)}.`);
  };
  const includeTools = names("includeTools");
  const excludeTools = names("excludeTools");
  const unknownFields = unknownServerFields(`mcpServers.${name}`, server);
  return {
    deferred,
    includeTools,
    excludeTools,
    ...(unknownFields.length > 0 && { unknownFields }),
  };
}

/**
 * Returns the fields of a server that are not supported.
 *
 * @throws McpError `invalid-configuration` for a field that misspells a known one
 */
export function unknownServerFields(what: string, server: object): readonly string[] {
  const unknownFields = Object.keys(server).filter((field) => !FIELDS.includes(field));
  for (const field of unknownFields) {
    const nearest = nearestName(field, FIELDS);
    if (nearest === undefined || Object.hasOwn(server, nearest)) continue;
    throw invalid(`${what} has no field "${field}". Did you mean "${nearest}"?`);
  }
  return unknownFields;
}

function expand(value: string, field: string, env: Readonly<Record<string, string | undefined>>): string {
  // An unclosed default would be searched again from each reference in it.
  const end = value.lastIndexOf("}") + 1;
  const replaced = value
    .slice(0, end)
    .replace(VARIABLE, (reference, name: string, otherwise: string | undefined) => {
      const found = (Object.hasOwn(env, name) ? env[name] : undefined) ?? otherwise;
      if (found !== undefined) return found;
      throw invalid(
        `${field} refers to ${reference}, which is not set. Set it, or add a default: \${${name}:-...}.`,
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
