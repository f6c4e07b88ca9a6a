import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { localBackend } from "../../src/backends/local/index.js";
import {
  type AnyTool,
  type FileChange,
  type OutputStore,
  type ProgressUpdate,
  type Search,
  type ToolContext,
  ToolError,
  type WorkspaceScope,
} from "../../src/contract/index.js";
import type { Operation } from "../../src/tools/index.js";
import { createWorkspace, type WorkspaceOptions } from "../../src/workspace/index.js";

/** A temporary folder with a context for running operations over the real backend. */
export interface Workbench {
  /** The workspace root and cwd; real path. */
  readonly folder: string;
  /** A folder next to the root, outside it. */
  readonly outside: string;
  readonly context: ToolContext;
  readonly changes: readonly FileChange[];
  readonly progress: readonly ProgressUpdate[];
  readonly notes: Readonly<Record<string, unknown>>;
  readonly controller: AbortController;
  path(name: string): string;
  /** Writes files below the root; a name with a trailing slash creates a folder, `{ link }` a symlink. */
  write(files: Readonly<Record<string, string | Uint8Array | { readonly link: string }>>): Promise<void>;
  run<Input, Output>(operation: Operation<Input, Output>, input: Input): Promise<Output>;
  /** Returns the error of a failing run. */
  failure<Input, Output>(operation: Operation<Input, Output>, input: Input): Promise<ToolError>;
  /** Runs a tool as the runtime does after repair: validate, preprocess, execute, render. */
  call(tool: AnyTool, input: unknown): Promise<{ readonly result: unknown; readonly text: string }>;
  callFailure(tool: AnyTool, input: unknown): Promise<ToolError>;
  /** Names of everything below the root, to prove that nothing was left. */
  names(): Promise<readonly string[]>;
}

/** Options of a workbench. */
export interface WorkbenchOptions extends Partial<Pick<WorkspaceOptions, "secretPaths" | "staleness">> {
  readonly approvedPaths?: WorkspaceScope["approvedPaths"];
  /** Default: ripgrep. */
  readonly search?: Search;
  /** Services that the tools under test need beyond a machine; a missing service throws when it is used. */
  readonly services?: Partial<WorkbenchServices>;
}

type WorkbenchServices = Pick<
  ToolContext,
  "web" | "subagents" | "threads" | "diagnostics" | "repositories" | "ask"
>;

/** Sets up a workbench that is removed when the test has finished. */
export async function createWorkbench(options: WorkbenchOptions = {}): Promise<Workbench> {
  const { approvedPaths = new Set<string>(), services = {}, search, ...workspaceOptions } = options;
  const base = await realpath(await mkdtemp(join(tmpdir(), "collet-tools-")));
  const folder = join(base, "workspace");
  const outside = join(base, "outside");
  await mkdir(folder);
  await mkdir(outside);
  const backend = localBackend();
  onTestFinished(async () => {
    await backend.dispose();
    await rm(base, { recursive: true, force: true });
  });

  const controller = new AbortController();
  const changes: FileChange[] = [];
  const progress: ProgressUpdate[] = [];
  const notes: Record<string, unknown> = {};
  const session = { id: "test", cwd: folder, memory: new Map<symbol, unknown>() };
  const workspace = createWorkspace({ backend, roots: [folder], ...workspaceOptions });
  const context: ToolContext = {
    callId: "call-1",
    toolName: "test",
    cwd: folder,
    signal: controller.signal,
    session,
    offers: () => true,
    agent: "main",
    extra: {},
    files: workspace.files({
      session,
      approvedPaths,
      signal: controller.signal,
      onChange: (change) => changes.push(change),
    }),
    shell: backend.shell,
    search: search ?? backend.search,
    outputs: { open: () => (backend.outputs as OutputStore).open({ sessionId: session.id }) },
    noteTruncation: (record) => Object.assign(notes, { truncation: record }),
    progress: (update) => progress.push(update),
    ask: services.ask ?? (async () => false),
    web: services.web ?? missing("web"),
    subagents: services.subagents ?? missing("subagents"),
    threads: services.threads ?? missing("threads"),
    repositories: services.repositories ?? backend.repositories ?? missing("repositories"),
    diagnostics: services.diagnostics ?? missing("diagnostics"),
    note: (metadata) => Object.assign(notes, metadata),
    log: () => {},
  };

  const workbench: Workbench = {
    folder,
    outside,
    context,
    changes,
    progress,
    notes,
    controller,
    path: (name) => join(folder, name),
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        const path = join(folder, name);
        await mkdir(name.endsWith("/") ? path : dirname(path), { recursive: true });
        if (typeof content === "object" && "link" in content) await symlink(content.link, path);
        else if (!name.endsWith("/")) await writeFile(path, content);
      }
    },
    run: async (operation, input) => operation.run(input, context),
    failure: (operation, input) => failureOf(operation.run(input, context)),
    async call(tool, input) {
      const parsed = await tool.validateInput(input);
      if (parsed.issues !== undefined) throw new Error(`invalid input: ${JSON.stringify(parsed.issues)}`);
      const prepared = tool.preprocessArgs?.(parsed.value, { cwd: folder }) ?? parsed.value;
      const result: unknown = await tool.execute(prepared, context);
      const rendered = tool.render?.(result, prepared) ?? result;
      const text =
        typeof rendered === "string"
          ? rendered
          : (rendered as { type: string; text?: string }[])
              .map((part) => part.text ?? `<${part.type}>`)
              .join("");
      return { result, text };
    },
    callFailure: (tool, input) => failureOf(workbench.call(tool, input)),
    async names() {
      return (await readdir(folder, { recursive: true })).sort();
    },
  };
  return workbench;
}

async function failureOf(run: Promise<unknown>): Promise<ToolError> {
  let outcome: unknown;
  try {
    outcome = await run;
  } catch (error) {
    if (ToolError.isInstance(error)) return error as ToolError;
    throw error;
  }
  throw new Error(`expected a ToolError, but it ended well: ${JSON.stringify(outcome)?.slice(0, 500)}`);
}

/** A service that throws at every use. */
function missing<Service extends object>(name: string): Service {
  return new Proxy({} as Service, {
    get() {
      throw new ToolError(`The workbench was given no ${name}.`, { code: "not-supported" });
    },
  });
}
