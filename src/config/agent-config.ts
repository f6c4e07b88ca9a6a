import type { LocalShellOptions } from "../backends/local/index.js";
import type { PermissionsInput } from "../permissions/index.js";
import type { ConfigSandbox } from "./load/index.js";
import type { SourcedRule } from "./policy/index.js";
import type { ConfigNotice } from "./report/index.js";

/** The parts of a loaded configuration. */
export interface AgentConfigParts {
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly permissions: Exclude<PermissionsInput, string | readonly unknown[]>;
  readonly shell?: LocalShellOptions;
  readonly rules: readonly SourcedRule[];
  readonly sandbox?: ConfigSandbox | undefined;
  readonly report: readonly ConfigNotice[];
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
  readonly #parts: AgentConfigParts;

  constructor(parts: AgentConfigParts) {
    this.#parts = parts;
    this.cwd = parts.cwd;
    this.roots = parts.roots;
    this.permissions = parts.permissions;
    if (parts.shell !== undefined) this.shell = parts.shell;
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
}
