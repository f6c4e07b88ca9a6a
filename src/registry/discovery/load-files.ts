import { type FileSystem, type ModuleLoader, ToolError } from "../../contract/index.js";
import { systemClock } from "../../values/index.js";
import { type CandidateFile, candidateKey } from "./candidate-files.js";
import { describeProgram, type RunsPrograms } from "./describe-program.js";
import { DEFAULT_DISCOVERY_TIMEOUT_MS } from "./discover-options.js";
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

async function load(
  candidate: CandidateFile,
  { files, modules, shell, options, known }: LoadFilesOptions,
): Promise<LoadedTools> {
  const before = known.get(candidateKey(candidate));
  if (before !== undefined) return before;
  const { signal, timeoutMs = DEFAULT_DISCOVERY_TIMEOUT_MS } = options;
  const { kind, file, path, version } = candidate;
  try {
    if ((await fileVersion(files, path)) !== version) throw changed();
    if (kind === "program") {
      if (shell === undefined) throw notSupported("programs", "a shell that runs them");
      const tool = await describeProgram(candidate, { shell, files, timeoutMs, signal });
      return { tools: [{ file, kind, tool }], problems: [] };
    }
    if (modules === undefined) throw notSupported("modules", "a module loader");
    const exports = await modules.importModule({ path, version, timeoutMs, signal });
    return await inTime(moduleTools(exports, candidate), timeoutMs);
  } catch (error) {
    return { tools: [], problems: [problemOf(error, { file })] };
  }
}

/** Ends the wait for the `init` functions of a module. */
async function inTime<Value>(tools: Promise<Value>, timeoutMs: number): Promise<Value> {
  let timer: unknown;
  const late = new Promise<never>((_, reject) => {
    timer = systemClock.setTimeout(() => {
      reject(
        new ToolError(`Its init did not end within ${timeoutMs} ms. Connect on the first call instead.`, {
          code: "import-hangs",
        }),
      );
    }, timeoutMs);
  });
  try {
    return await Promise.race([tools, late]);
  } finally {
    systemClock.clearTimeout(timer);
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
