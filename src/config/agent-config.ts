import type { McpServerConfig } from "../adapters/mcp/index.js";
import type { AgentKind } from "../agents/index.js";
import type { LocalShellOptions } from "../backends/local/index.js";
import type { PermissionsInput } from "../permissions/index.js";
import type { CallHook } from "../runtime/index.js";
import type { Guidance } from "./guidance/index.js";
import type { LifecycleHooks } from "./hooks/index.js";
import type { ConfigSandbox } from "./load/index.js";
import type { SourcedRule } from "./policy/index.js";
import type { ConfigNotice } from "./report/index.js";
import type { ConfiguredSkill } from "./skills/index.js";

/** The parts of a loaded configuration. */
export interface AgentConfigParts {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly permissions: Exclude<PermissionsInput, string | readonly unknown[]>;
  readonly shell?: LocalShellOptions;
  readonly rules: readonly SourcedRule[];
  readonly sandbox?: ConfigSandbox | undefined;
  readonly report: readonly ConfigNotice[];
  readonly guidance: readonly Guidance[];
  readonly skills: readonly ConfiguredSkill[];
  readonly agents: readonly AgentKind[];
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>;
  readonly hooks: readonly CallHook[];
  readonly lifecycle: LifecycleHooks;
}

/**
 * The configuration of a user, loaded by {@link loadAgentConfig}.
 *
 * The options of a runtime are its own properties, so that `createToolRuntime({ ...config })` takes them; everything
 * else is inherited and not spread.
 */
export class AgentConfig {
  /** The project: absolute, symbolic links resolved. */
  readonly cwd: string;
  /** The project, and the additional working folders of the settings. */
  readonly roots: readonly string[];
  /** The rules of all programs, and the preset of their mode. */
  readonly permissions: Exclude<PermissionsInput, string | readonly unknown[]>;
  /** The sandbox of commands; absent if no settings enable one. */
  declare readonly shell?: LocalShellOptions;
  /** The subagent files as kinds; absent if there are none. */
  declare readonly subagents?: { readonly kinds: readonly AgentKind[] };
  /**
   * The hooks of Claude Code, Codex and Gemini CLI for calls; absent if there are none. Each command is asked about before
   * it runs.
   */
  declare readonly hooks?: readonly CallHook[];
  readonly #parts: AgentConfigParts;

  constructor(parts: AgentConfigParts) {
    this.#parts = parts;
    this.cwd = parts.cwd;
    this.roots = parts.roots;
    this.permissions = parts.permissions;
    if (parts.shell !== undefined) this.shell = parts.shell;
    if (parts.hooks.length > 0) this.hooks = parts.hooks;
    if (parts.agents.length > 0) this.subagents = { kinds: parts.agents };
  }

  /** Every rule with the file and line that it comes from, in the order of `permissions.rules`. */
  get rules(): readonly SourcedRule[] {
    return this.#parts.rules;
  }

  /** The sandbox that the settings request. */
  get sandbox(): ConfigSandbox | undefined {
    return this.#parts.sandbox;
  }

  /** Settings that are not taken over exactly: stricter, without effect, not trusted or not readable. */
  get report(): readonly ConfigNotice[] {
    return this.#parts.report;
  }

  /** The instructions for the model: those of the user, then those of the project, each before its imports. */
  get guidance(): readonly Guidance[] {
    return this.#parts.guidance;
  }

  /** The hooks for the events of a conversation, which the host runs. */
  get lifecycle(): LifecycleHooks {
    return this.#parts.lifecycle;
  }

  /** The skills that a tool such as Skill can load; only those of the project are within its reach without a question. */
  get skills(): readonly ConfiguredSkill[] {
    return this.#parts.skills;
  }

  /** The subagent files as kinds of subagents. */
  get agents(): readonly AgentKind[] {
    return this.#parts.agents;
  }

  /** The MCP servers by name; `runtime.connect(server, { name })` connects one. */
  get mcpServers(): Readonly<Record<string, McpServerConfig>> {
    return this.#parts.mcpServers;
  }
}
