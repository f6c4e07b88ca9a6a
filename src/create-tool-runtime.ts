import type { ConnectMcpOptions, McpClient, McpConnection, McpServerConfig } from "./adapters/mcp/index.js";
import { type SubagentOptions, subagentStarterOf } from "./agents/index.js";
import { backendExecutor } from "./backend-executor.js";
import { checkedPorts } from "./backends/checked/index.js";
import {
  type LocalBackendOptions,
  type LocalShellOptions,
  localBackend,
  requireLocalFolder,
} from "./backends/local/index.js";
import type { AnyTool, Backend, Model } from "./contract/index.js";
import { withoutNamesOf } from "./registry/index.js";
import {
  createRuntime,
  RUNTIME_OPTION_NAMES,
  type RuntimeOptions,
  refusePromises,
  requireBackend,
  requireFolderPaths,
  requireOptionsObject,
  requireToolList,
  type ToolMap,
  type ToolMapOf,
  type ToolRuntime,
} from "./runtime/index.js";
import { todoListState } from "./tools/index.js";
import {
  TOOLSETS,
  type ToolsetName,
  type ToolsetReference,
  type ToolsOf,
  toolsetNamed,
} from "./toolsets/index.js";
import { completeTruncation } from "./truncation/index.js";
import { type KeysOf, requireKnownKeys, withoutUndefined } from "./values/index.js";
import { createWorkspace, type StalenessPolicy, type WorkspaceOptions } from "./workspace/index.js";

/** A toolset, its name, or a choice by model. */
export type ToolsetChoice<Reference extends ToolsetReference = ToolsetReference> =
  | Reference
  | ((model: string) => Reference);

/** Options of the runtime with built-in tools. */
export interface ToolRuntimeOptions<
  Tools extends readonly AnyTool[] = readonly AnyTool[],
  Reference extends ToolsetReference = ToolsetReference,
> extends Omit<RuntimeOptions<Tools>, "model"> {
  /** Folders that tools may access without a question. Default: `cwd` alone. */
  readonly roots?: readonly string[];
  /**
   * The built-in tools, with the names and schemas that a model sees: `"amp"` (default), `"opencode"`,
   * `"claude-code"`, `"codex"`, `"gemini-cli"`, a toolset of the host, or `"none"` for the host's tools alone. A
   * function chooses by `model`; it is called once, while the runtime is created.
   */
  readonly toolset?: ToolsetChoice<Reference>;
  /**
   * The model. A model that generates enables subagents, the tools built on them and `runAgent`; a name alone is only
   * passed to a `toolset` function. Default `""`.
   */
  readonly model?: Model | string;
  /** The kinds and limits of the subagents of Task, finder, oracle and similar tools. `false` disables subagents. */
  readonly subagents?: SubagentOptions | false;
  /**
   * The condition for refusing a change of a file: `"if-read"` if the session read it and it has changed since,
   * `"require-read"` also if the session never read it, `"never"` disables the check. Default: the toolset's,
   * otherwise `"if-read"`.
   */
  readonly staleness?: StalenessPolicy;
  /**
   * The directory of the state that outlives the process: locks, whole outputs. Default: see `localBackend`. A
   * `backend` of the host has its own.
   */
  readonly stateDirectory?: string;
  /**
   * Options for commands on this machine: their environment variables and sandbox. In a sandbox, `roots` are writable
   * by default. Cannot be combined with `backend`, which has its own shell.
   */
  readonly shell?: LocalShellOptions;
  /**
   * The language servers of the project, whose errors are added to edits: `"on-request"` (default), `"ask"`,
   * `"trusted"`, `"off"`, or a list; see `localBackend`. Cannot be combined with `backend`.
   */
  readonly languageServers?: LocalBackendOptions["languageServers"];
  /**
   * Parsers that report errors of syntax which an edit made: `"installed"`, or grammars; see `localBackend`. Cannot be
   * combined with `backend`.
   */
  readonly syntax?: LocalBackendOptions["syntax"];
  /**
   * Time at which the content of changed files is written to the disk: `"full"` (default), `"batch"` or `"rename"`; see
   * `localBackend`. Cannot be combined with `backend`.
   */
  readonly durability?: LocalBackendOptions["durability"];
  /**
   * Further secret files, which are never read for a model: names (`*.vault`), paths (`config/prod.yaml`), or folders with a
   * trailing slash. They are added to the built-in list.
   */
  readonly secretPaths?: readonly string[];
  /** Further paths whose change needs an approval in every mode, in the same form. */
  readonly protectedPaths?: readonly string[];
  /** The backend that tools act on. Default: this machine. */
  readonly backend?: Backend;
}

const OPTION_NAMES = {
  ...RUNTIME_OPTION_NAMES,
  roots: true,
  toolset: true,
  subagents: true,
  staleness: true,
  secretPaths: true,
  protectedPaths: true,
  stateDirectory: true,
  shell: true,
  languageServers: true,
  syntax: true,
  durability: true,
  backend: true,
} as const satisfies KeysOf<ToolRuntimeOptions>;

/** The runtime with built-in tools, which can also connect MCP servers. */
export interface ConnectingToolRuntime<Tools extends ToolMap = ToolMap> extends ToolRuntime<Tools> {
  /**
   * Connects an MCP server and adds its tools, named `mcp__server__tool`: a command to run, a URL, or a connected
   * client.
   *
   * Needs the package `@modelcontextprotocol/client`, which is loaded on first use. The same as `connectMcp` of
   * `collet/mcp`.
   *
   * @throws McpError for a server that cannot be reached; a single tool that cannot be offered causes a warning
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

/** Tools of a choice between several toolsets, which are unknown at compile time. */
export type ChosenTools<Reference extends ToolsetReference> =
  IsUnion<Reference> extends true ? readonly AnyTool[] : ToolsOf<Reference>;

/** `true` if a type is a union of several types. */
export type IsUnion<Type, Whole = Type> = Type extends unknown
  ? [Whole] extends [Type]
    ? false
    : true
  : never;

/**
 * Creates a tool runtime with the built-in tools on this machine, with safe defaults and without configuration.
 *
 * Reads and searches inside `cwd` run at once; any change, and every path outside, is asked about through
 * `onApproval`, or returns as `blocked-on-user`. Throws only for invalid options.
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
  requireOptionsObject(options);
  refusePromises(options);
  requireKnownKeys("createToolRuntime", options, OPTION_NAMES);
  requireFolderPaths(options);
  requireToolList(options.tools);
  requireBackend(options.backend);
  const {
    toolset,
    model,
    roots,
    stateDirectory,
    staleness,
    shell,
    subagents,
    languageServers,
    syntax,
    durability,
    ...given
  } = options;
  const { secretPaths, protectedPaths, ...rest } = given;
  const ports = checkedPorts(options);
  const backend = ports.backend ?? thisMachine(options);
  if (options.backend !== undefined && shell !== undefined) {
    // If it were ignored silently, a required sandbox would be missing.
    throw new TypeError("shell and backend cannot be combined: pass the options to localBackend({ shell }).");
  }
  if (options.backend !== undefined && languageServers !== undefined) {
    throw new TypeError(
      "languageServers and backend cannot be combined: pass the option to localBackend({ languageServers }).",
    );
  }
  if (options.backend !== undefined && syntax !== undefined) {
    throw new TypeError(
      "syntax and backend cannot be combined: pass the option to localBackend({ syntax }).",
    );
  }
  if (options.backend !== undefined && durability !== undefined) {
    throw new TypeError(
      "durability and backend cannot be combined: pass the option to localBackend({ durability }).",
    );
  }
  const cwd = options.cwd === undefined ? process.cwd() : absolute(options.cwd, backend);
  // With an executor of the host, the files may be on another machine.
  if (options.backend === undefined && options.executor === undefined) requireLocalFolder("cwd", cwd);
  const faces = toolsetNamed(typeof toolset === "function" ? toolset(modelName(model)) : (toolset ?? "amp"));
  const hostTools = options.tools ?? [];
  const places: WorkspaceOptions = {
    backend,
    roots: roots?.map((root) => absolute(root, backend)) ?? [cwd],
    staleness: staleness ?? faces.staleness ?? "if-read",
    secretPaths,
    protectedPaths,
  };
  const workspace = createWorkspace(places);
  const truncation = completeTruncation(options.truncation, faces.truncation);
  const generating = typeof model === "string" ? undefined : model;
  // The faces that need a model are subagents, which can read a long output for the caller that started them.
  const canDelegate = generating !== undefined && subagents !== false && faces.tools.some(needsModel);
  const { permissions, mode, edits } = options;
  const { backend: _backend, ...portable } = places;
  // The tools of a host are not known where the files are, and its function must see each output before that is stored.
  const isOfHost = faces !== TOOLSETS[faces.name as ToolsetName] || options.redact !== undefined;
  const sent = {
    cwd,
    toolset: faces.name,
    ...portable,
    permissions,
    mode,
    edits,
    canDelegate: options.canDelegate ?? canDelegate,
  };
  const executor =
    options.executor ??
    (isOfHost ? undefined : backendExecutor(backend, { ...sent, truncation: options.truncation }, places));
  const runtime = createRuntime<readonly AnyTool[]>({
    edits: faces.edits,
    canDelegate,
    ...rest,
    ...withoutUndefined({ executor, truncation }),
    ...ports,
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

function thisMachine({
  cwd,
  roots,
  shell,
  stateDirectory,
  languageServers,
  syntax,
  durability,
}: Pick<
  ToolRuntimeOptions,
  "cwd" | "roots" | "shell" | "stateDirectory" | "languageServers" | "syntax" | "durability"
>): Backend {
  return localBackend({
    languageServers,
    syntax,
    durability,
    stateDirectory,
    shell: { writableRoots: roots ?? [cwd ?? "."], ...shell },
  });
}

function absolute(path: string, { files }: Backend): string {
  return files.path.isAbsolute(path) ? path : files.path.join(process.cwd(), path);
}
