import { localBackend } from "./backends/index.js";
import type { AnyTool, Backend } from "./contract/index.js";
import { createRuntime, type RuntimeOptions, type ToolMapOf, type ToolRuntime } from "./runtime/index.js";
import { ampToolset, type Toolset } from "./toolsets/index.js";
import { createWorkspace, type StalenessPolicy } from "./workspace/index.js";

/** What the runtime with batteries can be told. */
export interface ToolRuntimeOptions<Tools extends readonly AnyTool[] = readonly AnyTool[]>
  extends RuntimeOptions<Tools> {
  /** Folders that tools may touch without asking. Default: `cwd` alone. */
  readonly roots?: readonly string[];
  /** The built-in tools, and the names and shapes under which a model sees them; `"none"` for the host's tools alone. Default `"amp"`. */
  readonly toolset?: "amp" | "none" | Toolset;
  /**
   * When a change of a file is refused: `"if-read"` (default) when the session read it and it is different now,
   * `"require-read"` also when the session never read it, `"never"` never.
   */
  readonly staleness?: StalenessPolicy;
  /** Where state that outlives the process is kept, locks for example. Default: see `localBackend`; a `backend` of the host's brings its own. */
  readonly stateDirectory?: string;
  /** Where tools act. Default: this machine. */
  readonly backend?: Backend;
}

/** The tools of a runtime made without a `toolset` option, and those of its host. */
export type DefaultToolMap<Tools extends readonly AnyTool[]> = ToolMapOf<
  readonly [...(typeof ampToolset)["tools"], ...Tools]
>;

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
export function createToolRuntime<const Tools extends readonly AnyTool[] = readonly []>(
  options: ToolRuntimeOptions<Tools> = {},
): ToolRuntime<DefaultToolMap<Tools>> {
  const { toolset = "amp", roots, stateDirectory, staleness = "if-read", ...rest } = options;
  const backend = options.backend ?? localBackend(stateDirectory === undefined ? {} : { stateDirectory });
  const cwd = options.cwd === undefined ? process.cwd() : absolute(options.cwd, backend);
  const builtin = toolset === "amp" ? ampToolset.tools : toolset === "none" ? [] : toolset.tools;
  const runtime = createRuntime<readonly AnyTool[]>({
    ...rest,
    cwd,
    backend,
    workspace: createWorkspace({
      backend,
      roots: roots?.map((root) => absolute(root, backend)) ?? [cwd],
      staleness,
    }),
    tools: [...builtin, ...(options.tools ?? [])],
  });
  return runtime as unknown as ToolRuntime<DefaultToolMap<Tools>>;
}

function absolute(path: string, { files }: Backend): string {
  return files.path.isAbsolute(path) ? path : files.path.join(process.cwd(), path);
}
