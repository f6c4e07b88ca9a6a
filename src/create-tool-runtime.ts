import type { ConnectMcpOptions, McpClient, McpConnection, McpServerConfig } from "./adapters/mcp/index.js";
import { type SubagentOptions, subagentStarterOf } from "./agents/index.js";
import { type LocalBackendOptions, type LocalShellOptions, localBackend } from "./backends/index.js";
import type { AnyTool, Backend, Model } from "./contract/index.js";
import {
  createRuntime,
  type RuntimeOptions,
  type ToolMap,
  type ToolMapOf,
  type ToolRuntime,
} from "./runtime/index.js";
import { todoListState } from "./tools/index.js";
import { type ToolsetReference, type ToolsOf, toolsetNamed } from "./toolsets/index.js";
import { createWorkspace, type StalenessPolicy } from "./workspace/index.js";

/** A toolset, its name, or a choice by model. */
export type ToolsetChoice<Reference extends ToolsetReference = ToolsetReference> =
  | Reference
  | ((model: string) => Reference);

/** What the runtime with batteries can be told. */
export interface ToolRuntimeOptions<
  Tools extends readonly AnyTool[] = readonly AnyTool[],
  Reference extends ToolsetReference = ToolsetReference,
> extends Omit<RuntimeOptions<Tools>, "model"> {
  /** Folders that tools may touch without asking. Default: `cwd` alone. */
  readonly roots?: readonly string[];
  /**
   * The built-in tools, and the names and shapes under which a model sees them: `"amp"` (default), `"opencode"`,
   * `"claude-code"`, `"codex"`, `"gemini-cli"`, a toolset of the host's, or `"none"` for the host's tools alone. A function chooses by
   * `model`; it is called once, while the runtime is made.
   */
  readonly toolset?: ToolsetChoice<Reference>;
  /**
   * The model. With one that generates, subagents and the tools built on them are offered, and `runAgent` has its model; a name
   * alone is only what a `toolset` function decides by. Default `""`.
   */
  readonly model?: Model | string;
  /** The subagents behind Task, finder, oracle and the like: their kinds and limits. `false` for none. */
  readonly subagents?: SubagentOptions | false;
  /**
   * When a change of a file is refused: `"if-read"` when the session read it and it is different now, `"require-read"` also
   * when the session never read it, `"never"` never. Default: the toolset's, else `"if-read"`.
   */
  readonly staleness?: StalenessPolicy;
  /** Where state that outlives the process is kept: locks, whole outputs. Default: see `localBackend`; a `backend` of the host's brings its own. */
  readonly stateDirectory?: string;
  /**
   * How commands run on this machine: what they see of the environment, and whether in a sandbox. There `roots` are writable
   * unless it says otherwise. Not together with `backend`, which brings its own shell.
   */
  readonly shell?: LocalShellOptions;
  /**
   * The language servers of the project, whose errors are added to edits: `"ask"` (default), `"trusted"`, `"off"`, or which ones;
   * see `localBackend`. Not together with `backend`.
   */
  readonly languageServers?: LocalBackendOptions["languageServers"];
  /** Where tools act. Default: this machine. */
  readonly backend?: Backend;
}

/** The runtime with batteries: it knows how to reach MCP servers as well. */
export interface ConnectingToolRuntime<Tools extends ToolMap = ToolMap> extends ToolRuntime<Tools> {
  /**
   * Connects an MCP server and adds its tools, named `mcp__server__tool`: a command to run, a URL, or a connected client.
   *
   * Needs the package `@modelcontextprotocol/client`, which is loaded on first use. The same as `connectMcp` of `collet/mcp`.
   *
   * @throws McpError for a server that cannot be reached; a single tool that cannot be offered is a warning
   *
   * @example
   * const github = await runtime.connect({ url: "https://example.com/mcp" }, { name: "github", deferred: true });
   */
  connect(server: McpServerConfig | McpClient, options?: ConnectMcpOptions): Promise<McpConnection>;
}

/** The tools of a runtime by name, for `invoke`: those of its toolset and those of its host. */
export type DefaultToolMap<
  Tools extends readonly AnyTool[],
  Reference extends ToolsetReference = "amp",
> = ToolMapOf<readonly [...ChosenTools<Reference>, ...Tools]>;

/** Where several toolsets may be chosen, nothing is known about the tools. */
type ChosenTools<Reference extends ToolsetReference> =
  IsUnion<Reference> extends true ? readonly AnyTool[] : ToolsOf<Reference>;

type IsUnion<Type, Whole = Type> = Type extends unknown ? ([Whole] extends [Type] ? false : true) : never;

/**
 * Creates a tool runtime with the built-in tools on this machine: safe defaults, nothing to set up.
 *
 * Reads and searches inside `cwd` run at once; everything that changes something, and every path outside, is asked about
 * through `onApproval`, or comes back as `blocked-on-user`. Throws only for options that make no sense.
 *
 * @example
 * await using runtime = createToolRuntime({ cwd: process.cwd() });
 * const results = await runtime.executeBatch([{ id: "1", name: "Read", input: { path: "README.md" } }]);
 */
export function createToolRuntime<
  const Tools extends readonly AnyTool[] = readonly [],
  const Reference extends ToolsetReference = "amp",
>(
  options: ToolRuntimeOptions<Tools, Reference> = {},
): ConnectingToolRuntime<DefaultToolMap<Tools, Reference>> {
  const { toolset, model, roots, stateDirectory, staleness, shell, subagents, languageServers, ...rest } =
    options;
  const backend = options.backend ?? thisMachine(options);
  if (options.backend !== undefined && shell !== undefined) {
    // Left aside without a word, a required sandbox would be none.
    throw new TypeError("shell and backend exclude each other: give the options to localBackend({ shell }).");
  }
  if (options.backend !== undefined && languageServers !== undefined) {
    throw new TypeError(
      "languageServers and backend exclude each other: give the option to localBackend({ languageServers }).",
    );
  }
  const cwd = options.cwd === undefined ? process.cwd() : absolute(options.cwd, backend);
  const faces = toolsetNamed(typeof toolset === "function" ? toolset(modelName(model)) : (toolset ?? "amp"));
  const hostTools = options.tools ?? [];
  const workspace = createWorkspace({
    backend,
    roots: roots?.map((root) => absolute(root, backend)) ?? [cwd],
    staleness: staleness ?? faces.staleness ?? "if-read",
  });
  const generating = typeof model === "string" ? undefined : model;
  const runtime = createRuntime<readonly AnyTool[]>({
    ...(faces.truncation !== undefined && { truncation: faces.truncation }),
    // The faces that need a model are subagents, which can read a long output for whoever started them.
    canDelegate: generating !== undefined && subagents !== false && faces.tools.some(needsModel),
    ...rest,
    cwd,
    ...(generating !== undefined && { model: generating }),
    ...subagentStarterOf(subagents, { model: generating, workspace, clock: options.clock }),
    backend,
    workspace,
    sessionStates: [todoListState, ...(options.sessionStates ?? [])],
    tools: [...withoutNamesOf(hostTools, faces.tools), ...hostTools],
  });
  const connecting: ConnectingToolRuntime = Object.assign(runtime as unknown as ToolRuntime, {
    connect: async (server: McpServerConfig | McpClient, connect?: ConnectMcpOptions) => {
      const { connectMcp } = await import("./adapters/mcp/index.js");
      return connectMcp(runtime, server, connect);
    },
  });
  return connecting as unknown as ConnectingToolRuntime<DefaultToolMap<Tools, Reference>>;
}

function needsModel({ requires = [] }: AnyTool): boolean {
  return requires.includes("model");
}

function modelName(model: Model | string | undefined): string {
  return typeof model === "string" ? model : (model?.name ?? "");
}

/** What a host calls its own tool is no other name of a built-in one any more. */
function withoutNamesOf(hostTools: readonly AnyTool[], tools: readonly AnyTool[]): readonly AnyTool[] {
  const taken = new Set(
    hostTools.flatMap(({ name, aliases }) => [name, ...aliases.map((alias) => alias.name)]),
  );
  return tools.map((tool) =>
    tool.aliases.some(({ name }) => taken.has(name))
      ? Object.freeze({ ...tool, aliases: tool.aliases.filter(({ name }) => !taken.has(name)) })
      : tool,
  );
}

function thisMachine({
  cwd,
  roots,
  shell,
  stateDirectory,
  languageServers,
}: Pick<ToolRuntimeOptions, "cwd" | "roots" | "shell" | "stateDirectory" | "languageServers">): Backend {
  return localBackend({
    ...(languageServers !== undefined && { languageServers }),
    ...(stateDirectory !== undefined && { stateDirectory }),
    shell: { writableRoots: roots ?? [cwd ?? "."], ...shell },
  });
}

function absolute(path: string, { files }: Backend): string {
  return files.path.isAbsolute(path) ? path : files.path.join(process.cwd(), path);
}
