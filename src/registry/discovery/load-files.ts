import {
  type AnyTool,
  type Clock,
  createQuietController,
  type FileSystem,
  type ModuleLoader,
  ToolError,
} from "../../contract/index.js";
import { type CandidateFile, candidateKey } from "./candidate-files.js";
import { describeProgram, type RunsPrograms } from "./describe-program.js";
import { DEFAULT_DISCOVERY_TIMEOUT_MS, DISCOVERY_GRACE_MS } from "./discover-options.js";
import type { DiscoverOptions, LoadedTools } from "./discovery.js";
import { fileVersion } from "./file-version.js";
import { moduleTools } from "./module-tools.js";
import { problemOf } from "./problem-of.js";

/** Maximum number of files that are loaded at once, because each takes a process. */
const MAX_CONCURRENT_FILES = 4;

/** A file and the result of loading it. */
export interface LoadedFile {
  readonly candidate: CandidateFile;
  readonly result: LoadedTools;
}

/** Dependencies of loading files. */
export interface LoadFilesOptions {
  readonly files: FileSystem;
  /** Absent if modules cannot be loaded. */
  readonly modules: ModuleLoader | undefined;
  /** Absent if programs cannot be run. */
  readonly shell: RunsPrograms | undefined;
  readonly clock: Clock;
  readonly options: DiscoverOptions & { readonly signal: AbortSignal };
  /** Earlier results, by key: those files are not loaded again. */
  readonly known: ReadonlyMap<string, LoadedTools>;
}

/** Loads files, a few at a time; returns the results in the order of the files. */
export async function loadFiles(
  candidates: readonly CandidateFile[],
  loading: LoadFilesOptions,
): Promise<readonly LoadedFile[]> {
  const results = new Map<CandidateFile, LoadedTools>();
  const waiting = [...candidates];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (loading.options.signal.aborted) return;
      results.set(next, await load(next, loading));
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_FILES }, work));
  return candidates.flatMap((candidate) => {
    const result = results.get(candidate);
    return result === undefined ? [] : [{ candidate, result }];
  });
}

async function load(candidate: CandidateFile, loading: LoadFilesOptions): Promise<LoadedTools> {
  const before = loading.known.get(candidateKey(candidate));
  if (before !== undefined) return before;
  const { clock, options } = loading;
  const { signal, timeoutMs = DEFAULT_DISCOVERY_TIMEOUT_MS } = options;
  const { kind, file } = candidate;
  try {
    const loaded = await withinLimit(
      (signal) => readWithBackend(candidate, loading, { timeoutMs, signal }),
      { clock, signal, limitMs: timeoutMs + DISCOVERY_GRACE_MS },
      new ToolError(
        `The backend did not load it within ${timeoutMs} ms, so it was abandoned. Reload the tools to try again.`,
        { code: kind === "program" ? "program-hangs" : "import-hangs" },
      ),
    );
    if ("tool" in loaded) return { tools: [{ file, kind, tool: loaded.tool }], problems: [] };
    return await withinLimit(
      () => moduleTools(loaded.exports, candidate),
      { clock, signal, limitMs: timeoutMs },
      new ToolError(`Its init did not end within ${timeoutMs} ms. Connect on the first call instead.`, {
        code: "import-hangs",
      }),
    );
  } catch (error) {
    return { tools: [], problems: [problemOf(error, { file })] };
  }
}

/** Gets the exports of a module, or the tool of a program, from the ports of the backend. */
async function readWithBackend(
  candidate: CandidateFile,
  { files, modules, shell }: LoadFilesOptions,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<{ readonly tool: AnyTool } | { readonly exports: Readonly<Record<string, unknown>> }> {
  const { kind, path, version } = candidate;
  if ((await fileVersion(files, path)) !== version) throw changed();
  if (kind === "program") {
    if (shell === undefined) throw notSupported("programs", "a shell that runs them");
    return { tool: await describeProgram(candidate, { shell, files, timeoutMs, signal }) };
  }
  if (modules === undefined) throw notSupported("modules", "a module loader");
  return { exports: await modules.importModule({ path, version, timeoutMs, signal }) };
}

/** A limit of a wait. */
interface Limit {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limitMs: number;
}

/**
 * Waits for work, but not longer than a limit, and not after the signal is aborted. The signal of the work is aborted
 * in both cases.
 */
async function withinLimit<Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  { clock, signal, limitMs }: Limit,
  late: ToolError,
): Promise<Value> {
  const controller = createQuietController();
  let end: (error: ToolError) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = (error) => {
      // The wait ends before the listeners of the work can report anything else.
      reject(error);
      controller.abort();
    };
  });
  const onAbort = () => end(new ToolError("The discovery was cancelled.", { code: "cancelled" }));
  const timer = clock.setTimeout(() => end(late), limitMs);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    return await Promise.race([work(controller.signal), ended]);
  } finally {
    clock.clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

function notSupported(what: string, need: string): ToolError {
  return new ToolError(`This backend cannot load ${what}: it does not have ${need}.`, {
    code: "not-supported",
  });
}

function changed(): ToolError {
  return new ToolError("The file was changed while it was being loaded. Reload the tools.", {
    code: "changed-since-approval",
  });
}
