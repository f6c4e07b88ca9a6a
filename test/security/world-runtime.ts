import { localBackend } from "../../src/backends/local/index.js";
import {
  type AnyTool,
  type ApprovalHandler,
  type Backend,
  createToolRuntime,
  type Model,
  type PermissionRule,
  type SubagentOptions,
  type ToolEventListener,
  type ToolRuntime,
  type WebSearchProvider,
} from "../../src/index.js";
import { createRuntime } from "../../src/runtime/index.js";
import { ampToolset } from "../../src/toolsets/index.js";
import { createWorkspace, type StalenessPolicy } from "../../src/workspace/index.js";

/** The folders that a runtime needs to know of a world. */
export interface WorldFolders {
  readonly ws: string;
  readonly home: string;
  readonly state: string;
}

/** How a runtime over a world differs from the plain one. */
export interface WorldRuntimeOptions {
  readonly rules?: readonly PermissionRule[];
  /** Default `"accept-edits"`: changes inside the workspace run without a question, as an agent at work has it. */
  readonly permissions?: "accept-edits" | "default" | "allow-all";
  readonly onApproval?: ApprovalHandler;
  readonly onEvent?: ToolEventListener;
  readonly backend?: (backend: Backend) => Backend;
  readonly staleness?: StalenessPolicy;
  readonly webSearch?: WebSearchProvider;
  readonly model?: Model;
  readonly subagents?: SubagentOptions;
  /** Default `"allow"`. */
  readonly repeatedCalls?: "ask" | "allow";
}

const ACCEPT_EDITS: readonly PermissionRule[] = (["edit", "delete", "move"] as const).map((kind) => ({
  kind,
  verdict: "allow",
}));

/** The real runtime with its built-in tools over the workspace of a world, with the home folder of that world. */
export function worldRuntime(world: WorldFolders, options: WorldRuntimeOptions = {}): ToolRuntime {
  const { permissions = "accept-edits", rules = [], onApproval = () => false, onEvent } = options;
  const local = localBackend({ stateDirectory: world.state });
  const athome: Backend = {
    ...local,
    files: { ...local.files, homeDirectory: world.home },
  };
  const settings = {
    cwd: world.ws,
    backend: options.backend?.(athome) ?? athome,
    permissions:
      permissions === "allow-all"
        ? { preset: "allow-all" as const, rules }
        : { rules: [...(permissions === "accept-edits" ? ACCEPT_EDITS : []), ...rules] },
    onApproval,
    // A race is the same calls over and over.
    repeatedCalls: options.repeatedCalls ?? ("allow" as const),
    ...(onEvent !== undefined && { onEvent }),
    ...(options.webSearch !== undefined && { webSearch: options.webSearch }),
    ...(options.model !== undefined && { model: options.model }),
    ...(options.subagents !== undefined && { subagents: options.subagents }),
  };
  const { staleness } = options;
  if (staleness === undefined) return createToolRuntime(settings) as unknown as ToolRuntime;
  const workspace = createWorkspace({ backend: settings.backend, roots: [world.ws], staleness });
  return createRuntime({ ...settings, workspace, tools: ampToolset.tools as readonly AnyTool[] });
}
