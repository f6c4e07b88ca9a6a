import {
  type AnyTool,
  describeThrown,
  quietly,
  type ToolContext,
  ToolError,
  type ToolSession,
} from "../../../contract/index.js";
import { canonicalJson, type ToolRuntime } from "../../../runtime/index.js";
import { sha256Hex } from "../../../values/index.js";
import { type ConnectMcpOptions, DEFAULT_CONNECT_TIMEOUT_MS } from "./connect-options.js";
import { foreignTool } from "./foreign-tool.js";
import type { McpClient, McpListedTool } from "./mcp-client.js";
import { resourceTools } from "./resource-tools.js";
import type { ServerLink } from "./server-link.js";
import { mcpToolNames } from "./tool-name.js";

/** Most tools of one server that are offered; a model cannot distinguish more, deferred or not. */
export const MAX_TOOLS_PER_SERVER = 1_000;

/** Tool names whose fingerprint is remembered; a server that keeps inventing new names cannot register more. */
const MAX_REMEMBERED_TOOLS = 10_000;

/** Milliseconds between two listings, however often a server reports a change. */
const LIST_PAUSE_MS = 250;

/** Registered tools of one server. */
export class ToolTable {
  tools: readonly AnyTool[] = [];
  readonly warnings: string[] = [];
  readonly #name: string;
  readonly #runtime: Pick<ToolRuntime, "registry">;
  readonly #options: ConnectMcpOptions;
  /** Fingerprint under which each name was first seen; kept when a tool disappears, because it might come back changed. */
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

  /** Lists the tools again after a short delay, once for all notices that arrive meanwhile. */
  refreshSoon(): void {
    if (this.#cleared) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.refresh().catch((error: unknown) =>
        this.warn(`The MCP server '${this.#name}' did not list its tools: ${describeThrown(error)}`),
      );
    }, LIST_PAUSE_MS);
  }

  async refresh(): Promise<void> {
    this.#refreshing ??= (async () => {
      const link = this.#link;
      if (link === undefined) return;
      const wasOpen = link.isOpen;
      const client = await link.client();
      // A newly opened client has just been listed.
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
            timeoutMs,
            confirm: (context) => this.#confirm(name, fingerprint, context),
          }),
        );
      } catch (error) {
        warnings.push(`${name} of the MCP server '${this.#name}' is not offered: ${describeThrown(error)}`);
      }
    }
    return { tools: [...made.values()], warnings };
  }

  #remember(name: string, fingerprint: string, warnings: string[]): void {
    const seen = this.#seen.get(name);
    if (seen === undefined) {
      if (this.#seen.size >= MAX_REMEMBERED_TOOLS)
        throw new Error("the server has listed too many different names");
      this.#seen.set(name, fingerprint);
    } else if (seen !== fingerprint) {
      warnings.push(
        `${name} has changed: the MCP server '${this.#name}' changed its description or its schema.`,
      );
    }
  }

  /** Asks once per session about a tool that differs from the one first seen, whatever was allowed before. */
  async #confirm(name: string, fingerprint: string, context: ToolContext): Promise<void> {
    if (this.#seen.get(name) === fingerprint) return;
    const confirmed = this.#confirmed.get(context.session) ?? new Set();
    this.#confirmed.set(context.session, confirmed);
    if (confirmed.has(fingerprint)) return;
    const reason = `The MCP server '${this.#name}' changed the description or the schema of ${name} since it was first seen. Run it anyway?`;
    if (!(await context.ask({ reason }))) {
      throw new ToolError(
        `'${name}' was changed by its server since it was first seen, and the new version was not approved. It has not run.`,
        { code: "mcp-tool-changed" },
      );
    }
    confirmed.add(fingerprint);
  }

  #adopt(tools: readonly AnyTool[], warnings: readonly string[]): void {
    const { registry } = this.#runtime;
    const mine = new Set(this.tools);
    // A name that is already registered stays with its owner: a server never replaces a tool.
    const free = tools.filter((tool) => {
      const found = registry.resolve(tool.name);
      const isFree = found.status === "unknown" || found.via === "case-insensitive" || mine.has(found.tool);
      if (!isFree)
        this.warn(`${tool.name} of the MCP server '${this.#name}' is not offered: the name is taken.`);
      return isFree;
    });
    registry.update({ remove: this.tools, add: free });
    this.tools = free;
    for (const warning of warnings) this.warn(warning);
  }

  /** Adds a warning and passes it to the host. */
  warn(message: string): void {
    // A server that changes its tools for ever must not exhaust the memory.
    if (this.warnings.length >= MAX_REMEMBERED_TOOLS) this.warnings.shift();
    this.warnings.push(message);
    quietly(() => this.#options.onWarning?.(message));
  }
}

/**
 * Returns a SHA-256 in hexadecimal of the parts of a tool that a user sees before approval: a different fingerprint is a
 * different tool.
 */
async function toolFingerprint(tool: McpListedTool): Promise<string> {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const text = canonicalJson([name, title, description, inputSchema, outputSchema, annotations]);
  return sha256Hex(text);
}
