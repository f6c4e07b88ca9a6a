import { type SubagentOptions, subagentStarterOf } from "./agents/index.js";
import type { AnyTool, Backend } from "./contract/index.js";
import { createRuntime, type RuntimeOptions, type ToolMapOf, type ToolRuntime } from "./runtime/index.js";
import { createWorkspace, type StalenessPolicy } from "./workspace/index.js";

/** What the runtime without batteries can be told. */
export interface CoreToolRuntimeOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]>
  extends RuntimeOptions<Tools> {
  /** Where relative paths start. Default `"/"`. */
  readonly cwd?: string;
  /** Folders that tools may touch without asking. Default: `cwd` alone. */
  readonly roots?: readonly string[];
  /**
   * When a change of a file is refused: `"if-read"` (default) when the session read it and it is different now,
   * `"require-read"` also when the session never read it, `"never"` never.
   */
  readonly staleness?: StalenessPolicy;
  /** The subagents behind tools that start some: their kinds and limits. `false` for none. */
  readonly subagents?: SubagentOptions | false;
  /** Where tools act. Without one, tools run that need no files, processes or search. */
  readonly backend?: Backend;
}

/**
 * Creates a tool runtime without built-in tools and without any Node built-in: for browsers, edge workers and hosts
 * that bring their own tools and backend.
 *
 * @example
 * const runtime = createToolRuntime({ tools: [weatherTool], permissions: "allow-all" });
 * const weather = await runtime.invoke("weather", { city: "Oslo" });
 */
export function createToolRuntime<const Tools extends readonly AnyTool[] = readonly []>(
  options: CoreToolRuntimeOptions<Tools> = {},
): ToolRuntime<ToolMapOf<Tools>> {
  const { roots, backend, cwd = "/", staleness = "if-read", subagents, ...rest } = options;
  const workspace = backend && createWorkspace({ backend, roots: roots ?? [cwd], staleness });
  return createRuntime<Tools>({
    ...subagentStarterOf(subagents, { model: options.model, workspace, clock: options.clock }),
    ...rest,
    cwd,
    ...(backend !== undefined && { backend }),
    ...(workspace !== undefined && { workspace }),
  });
}
