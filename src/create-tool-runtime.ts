import { type LocalShellOptions, localBackend } from "./backends/index.js";
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
  /** Where state that outlives the process is kept: locks, whole outputs. Default: see `localBackend`; a `backend` of the host's brings its own. */
  readonly stateDirectory?: string;
  /**
   * How commands run on this machine: what they see of the environment, and whether in a sandbox. There `roots` are writable
   * unless it says otherwise. Not together with `backend`, which brings its own shell.
   */
  readonly shell?: LocalShellOptions;
  /** Where tools act. Default: this machine. */
  readonly backend?: Backend;
}

const NO_TOOLS: Toolset = { name: "none", tools: [] };

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
  const { toolset = "amp", roots, stateDirectory, staleness = "if-read", shell, ...rest } = options;
  const backend = options.backend ?? thisMachine(options);
  if (options.backend !== undefined && shell !== undefined) {
    // Left aside without a word, a required sandbox would be none.
    throw new TypeError("shell and backend exclude each other: give the options to localBackend({ shell }).");
  }
  const cwd = options.cwd === undefined ? process.cwd() : absolute(options.cwd, backend);
  const faces: Toolset = toolset === "amp" ? ampToolset : toolset === "none" ? NO_TOOLS : toolset;
  const runtime = createRuntime<readonly AnyTool[]>({
    ...(faces.truncation !== undefined && { truncation: faces.truncation }),
    ...rest,
    cwd,
    backend,
    workspace: createWorkspace({
      backend,
      roots: roots?.map((root) => absolute(root, backend)) ?? [cwd],
      staleness,
    }),
    tools: [...faces.tools, ...(options.tools ?? [])],
  });
  return runtime as unknown as ToolRuntime<DefaultToolMap<Tools>>;
}

function thisMachine({ cwd, roots, shell, stateDirectory }: ToolRuntimeOptions): Backend {
  return localBackend({
    ...(stateDirectory !== undefined && { stateDirectory }),
    shell: { writableRoots: roots ?? [cwd ?? "."], ...shell },
  });
}

function absolute(path: string, { files }: Backend): string {
  return files.path.isAbsolute(path) ? path : files.path.join(process.cwd(), path);
}
