import type { AnyTool, ToolContext, ToolKind, ToolSession } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import { foreignTool } from "./foreign-tool.js";
import type { McpClient, McpListedTool } from "./mcp-client.js";
import { McpError } from "./mcp-error.js";
import { openClient } from "./open-client.js";
import { resourceTools } from "./resource-tools.js";
import type { McpServerConfig } from "./server-config.js";
import { ServerLink } from "./server-link.js";
import { toolFingerprint } from "./tool-fingerprint.js";
import { mcpToolNames, serverPart } from "./tool-name.js";

/** Milliseconds a server has to start and to list its tools. */
const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/** Tools of one server that are offered; a model can tell no more apart, deferred or not. */
export const MAX_TOOLS_PER_SERVER = 1_000;

/** Names of tools whose fingerprint is remembered; a server that makes up new ones for ever gets no more of them in. */
const MAX_REMEMBERED_TOOLS = 10_000;

/** Milliseconds between two listings, however often a server says that its list has changed. */
const LIST_PAUSE_MS = 250;

/** How the tools of a server are taken in. */
export interface ConnectMcpOptions {
  /** Becomes part of the tools' names: `mcp__name__tool`. Default: what the server calls itself. No `__`. */
  readonly name?: string;
  /** Only these tools, by the server's names. Default: all. */
  readonly includeTools?: readonly string[];
  /** All but these, by the server's names. */
  readonly excludeTools?: readonly string[];
  /** Whether the tools are listed by name only until a model asks for them with ToolSearch. Default `false`. */
  readonly deferred?: boolean;
  /** What the host says that tools do, by the server's names; hints of the server are never believed. Default `"other"`, which asks. */
  readonly kinds?: Readonly<Record<string, ToolKind>>;
  /** The tools whose calls may run at the same time as any other call, by the server's names, or all. Default: none. */
  readonly parallelTools?: readonly string[] | "all";
  /** Fingerprints from an earlier connection, by name: a tool with another one asks before it runs. */
  readonly knownTools?: Readonly<Record<string, string>>;
  /** Milliseconds without progress after which a call ends; `false` for none. Default: the runtime's. */
  readonly timeoutMs?: number | false;
  /** Milliseconds to start and to list the tools. Default 30,000. */
  readonly connectTimeoutMs?: number;
  /** Whether resources can be listed and read by tools, where the server has any. Default `true`. */
  readonly resources?: boolean;
  /** Ends the attempt to connect. */
  readonly signal?: AbortSignal;
  /** Told of every tool that is left out or changed, in words for a person. */
  readonly onWarning?: (message: string) => void;
}

/** A server whose tools are in a runtime. */
export interface McpConnection extends AsyncDisposable {
  /** The name that stands in the names of the tools. */
  readonly name: string;
  /** The tools as they are registered now. */
  readonly tools: readonly AnyTool[];
  /** The fingerprints of the tools by name, for `knownTools` of a later connection. */
  readonly fingerprints: Readonly<Record<string, string>>;
  /** Tools left out and tools changed, in words for a person, oldest first. */
  readonly warnings: readonly string[];
  /** Lists the tools anew; done by itself when the server says that they changed. */
  refresh(): Promise<void>;
  /** Takes the tools out of the runtime and ends the server; done by itself when the runtime is disposed of. */
  close(): Promise<void>;
}

/** Who is connected to a registry, so that two servers cannot have one name. */
const serversOf = new WeakMap<object, Set<string>>();

/**
 * Connects a server and puts its tools into a runtime, named `mcp__server__tool`.
 *
 * The server is a command to run, a URL, or a connected client of `@modelcontextprotocol/client`. Its tools go through the same
 * pipeline as all others: inputs are checked against the server's schema, permission is asked (kind `"other"`), output is
 * bounded. A server that goes away costs the calls under way an error each; the next call connects again.
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
  const { registry, defaultSession } = runtime;
  const { connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS, signal } = options;
  const first = isClient(server)
    ? server
    : await openClient(options.name ?? "of the host", server, { timeoutMs: connectTimeoutMs, signal });
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
        `A server named '${name}' is connected to this runtime. Give this one another name: { name: '${name}-2' }.`,
        { code: "already-connected" },
      );
    }

    const state = new ToolTable(name, runtime, options);
    const link: ServerLink = new ServerLink({
      server: name,
      clock: { now: () => performance.now() },
      timeoutMs: connectTimeoutMs,
      open: async () => {
        const client = given;
        given = undefined;
        if (client !== undefined) return client;
        if (isClient(server)) throw new Error("the host's client is closed");
        return openClient(name, server, { timeoutMs: connectTimeoutMs });
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
        : new McpError(`The MCP server '${name}' cannot be used: ${messageOf(error)}`, {
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

/** The tools of one server in a registry. */
class ToolTable {
  tools: readonly AnyTool[] = [];
  readonly warnings: string[] = [];
  readonly #name: string;
  readonly #runtime: Pick<ToolRuntime, "registry">;
  readonly #options: ConnectMcpOptions;
  /** The fingerprint under which each name was seen first; stays when a tool goes, which might only go to come back changed. */
  readonly #seen: Map<string, string>;
  readonly #confirmed = new WeakMap<ToolSession, Set<string>>();
  #link: ServerLink | undefined;
  #refreshing: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cleared = false;

  constructor(name: string, runtime: Pick<ToolRuntime, "registry">, options: ConnectMcpOptions) {
    this.#name = name;
    this.#runtime = runtime;
    this.#options = options;
    this.#seen = new Map(Object.entries(options.knownTools ?? {}));
  }

  get fingerprints(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      this.tools.flatMap(({ name, metadata }) => {
        const { fingerprint } = metadata.mcp as { readonly fingerprint?: string };
        return fingerprint === undefined ? [] : [[name, fingerprint]];
      }),
    );
  }

  useLink(link: ServerLink): void {
    this.#link = link;
  }

  /** Lists the tools anew, in a moment: once for any number of notices that come together. */
  refreshSoon(): void {
    if (this.#cleared) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.refresh().catch((error: unknown) =>
        this.#warn(`The MCP server '${this.#name}' did not list its tools: ${messageOf(error)}`),
      );
    }, LIST_PAUSE_MS);
  }

  async refresh(): Promise<void> {
    this.#refreshing ??= (async () => {
      const link = this.#link;
      if (link === undefined) return;
      const wasOpen = link.isOpen;
      const client = await link.client();
      // A client that was opened just now has been listed.
      if (wasOpen) await this.load(client, link);
    })().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async load(client: McpClient, link: ServerLink): Promise<void> {
    const { connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS, resources = true } = this.#options;
    const request = { timeout: connectTimeoutMs, cacheMode: "refresh" as const };
    const { tools: listed } = await client.listTools(undefined, request);
    const { tools, warnings } = await this.#make(listed, link);
    const extra =
      resources && client.getServerCapabilities()?.resources !== undefined
        ? resourceTools({
            server: this.#name,
            link,
            taken: tools.map(({ name }) => name),
            deferred: this.#options.deferred ?? false,
          })
        : [];
    if (this.#cleared) return;
    this.#adopt([...tools, ...extra], warnings);
  }

  clear(): void {
    this.#cleared = true;
    clearTimeout(this.#timer);
    this.#runtime.registry.update({ remove: this.tools });
    this.tools = [];
  }

  async #make(
    listed: readonly McpListedTool[],
    link: ServerLink,
  ): Promise<{ readonly tools: AnyTool[]; readonly warnings: string[] }> {
    const {
      includeTools,
      excludeTools = [],
      kinds = {},
      parallelTools = [],
      deferred = false,
      timeoutMs,
    } = this.#options;
    const warnings: string[] = [];
    const wanted = listed.filter(
      ({ name }) =>
        (includeTools === undefined || includeTools.includes(name)) && !excludeTools.includes(name),
    );
    const offered = wanted.slice(0, MAX_TOOLS_PER_SERVER);
    if (wanted.length > offered.length) {
      warnings.push(
        `The MCP server '${this.#name}' lists ${wanted.length} tools; the first ${MAX_TOOLS_PER_SERVER} are offered. Choose with includeTools.`,
      );
    }
    const names = mcpToolNames(
      this.#name,
      offered.map(({ name }) => name),
    );
    const made = new Map<string, AnyTool>();
    for (const tool of offered) {
      const name = names.get(tool.name);
      if (name === undefined || made.has(name)) continue;
      try {
        const fingerprint = await toolFingerprint(tool);
        this.#remember(name, fingerprint, warnings);
        made.set(
          name,
          foreignTool({
            server: this.#name,
            name,
            listed: tool,
            fingerprint,
            link,
            deferred,
            kind: (Object.hasOwn(kinds, tool.name) ? kinds[tool.name] : undefined) ?? "other",
            parallel: parallelTools === "all" || parallelTools.includes(tool.name),
            ...(timeoutMs !== undefined && { timeoutMs }),
            confirm: (context) => this.#confirm(name, fingerprint, context),
          }),
        );
      } catch (error) {
        warnings.push(`${name} of the MCP server '${this.#name}' is not offered: ${messageOf(error)}`);
      }
    }
    return { tools: [...made.values()], warnings };
  }

  #remember(name: string, fingerprint: string, warnings: string[]): void {
    const seen = this.#seen.get(name);
    if (seen === undefined) {
      if (this.#seen.size >= MAX_REMEMBERED_TOOLS) throw new Error("the server has made up too many names");
      this.#seen.set(name, fingerprint);
    } else if (seen !== fingerprint) {
      warnings.push(
        `${name} is not what it was: the MCP server '${this.#name}' changed its description or its schema.`,
      );
    }
  }

  /** Asks once a session about a tool that is not the one that was seen first, whatever was allowed before. */
  async #confirm(name: string, fingerprint: string, context: ToolContext): Promise<void> {
    if (this.#seen.get(name) === fingerprint) return;
    const confirmed = this.#confirmed.get(context.session) ?? new Set();
    this.#confirmed.set(context.session, confirmed);
    if (confirmed.has(fingerprint)) return;
    const reason = `The MCP server '${this.#name}' changed the description or the schema of ${name} since it was first seen. Is it to run as it is now?`;
    if (!(await context.ask({ reason }))) {
      throw new ToolError(
        `'${name}' was changed by its server since it was first seen, and nobody agreed to the new version. It has not run.`,
        { code: "mcp-tool-changed" },
      );
    }
    confirmed.add(fingerprint);
  }

  #adopt(tools: readonly AnyTool[], warnings: readonly string[]): void {
    const { registry } = this.#runtime;
    const mine = new Set(this.tools);
    // A name that somebody else has stays theirs: no server takes the place of a tool.
    const free = tools.filter((tool) => {
      const found = registry.resolve(tool.name);
      const isFree = found.status === "unknown" || found.via === "case-insensitive" || mine.has(found.tool);
      if (!isFree)
        this.#warn(`${tool.name} of the MCP server '${this.#name}' is not offered: the name is taken.`);
      return isFree;
    });
    registry.update({ remove: this.tools, add: free });
    this.tools = free;
    for (const warning of warnings) this.#warn(warning);
  }

  #warn(message: string): void {
    // A server that changes for ever must not fill the memory.
    if (this.warnings.length >= MAX_REMEMBERED_TOOLS) this.warnings.shift();
    this.warnings.push(message);
    this.#options.onWarning?.(message);
  }
}

function isClient(server: McpServerConfig | McpClient): server is McpClient {
  return "callTool" in server;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
