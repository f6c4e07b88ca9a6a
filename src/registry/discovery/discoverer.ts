import {
  type AnyTool,
  type Extensions,
  type FileStat,
  type FileSystem,
  ToolError,
} from "../../contract/index.js";
import type { ToolRegistry } from "../tool-registry.js";
import { type AdoptedTools, adoptTools } from "./adopt-tools.js";
import { type CandidateFile, type CandidateFiles, findCandidates } from "./candidate-files.js";
import { describeProgram } from "./describe-program.js";
import type {
  DiscoverOptions,
  DiscoveryProblem,
  DiscoveryReport,
  LoadedTools,
} from "./discovery.js";
import { checkDiscoverOptions, DEFAULT_DISCOVERY_TIMEOUT_MS } from "./discover-options.js";
import { fileVersion } from "./file-version.js";
import { moduleTools } from "./module-tools.js";
import { problemOf } from "./problem-of.js";

/** Files that are tried at the same time: each takes a process. */
const MAX_CONCURRENT_FILES = 4;

/** Files about to be run for the first time, or for the first time as they are now. */
export interface TrustQuestion {
  readonly directory: string;
  readonly files: readonly CandidateFile[];
  readonly signal: AbortSignal;
}

/** What somebody said about files. */
export type TrustAnswer =
  | { readonly answer: "approved" }
  | { readonly answer: "refused"; readonly reason?: string }
  | { readonly answer: "nobody-to-ask" };

/** What finding tools takes. */
export interface DiscovererParts {
  readonly registry: ToolRegistry;
  readonly files: FileSystem;
  readonly extensions: Extensions;
  readonly ask: (question: TrustQuestion) => Promise<TrustAnswer>;
}

/** Finds tools in folders and keeps them in the registry. */
export interface Discoverer {
  /**
   * Loads the tools of a folder; those that it loaded from there before are replaced.
   *
   * Rejects with a `ToolError` `cancelled` when the signal is aborted, and for options that make no sense. Everything else
   * that goes wrong is in the report.
   *
   * @param directory - absolute
   */
  discover(
    directory: string,
    options: DiscoverOptions & { readonly signal: AbortSignal },
  ): Promise<DiscoveryReport>;
}

/** What is known about a folder. */
interface Folder {
  readonly adopted: AdoptedTools;
  /** By file and version. */
  readonly approved: ReadonlySet<string>;
  /** What came of files that gave no problem, by file and version. */
  readonly loaded: ReadonlyMap<string, LoadedTools>;
}

/** Creates what finds tools; runs of it take turns. */
export function createDiscoverer({ registry, files, extensions, ask }: DiscovererParts): Discoverer {
  const folders = new Map<string, Folder>();
  const foreign = new Set<AnyTool>();
  let turn: Promise<unknown> = Promise.resolve();

  const run = async (
    wanted: string,
    options: DiscoverOptions & { readonly signal: AbortSignal },
  ): Promise<DiscoveryReport> => {
    const { signal, mayReplace = "none" } = options;
    const { directory, found } = await lookInto(wanted, files, options);
    const known = folders.get(directory);
    const trusted = await trustedOf({ directory, candidates: found.candidates, known, options, ask });
    const loaded = await loadAll(trusted.candidates, { files, extensions, options, known });
    requireNotAborted(signal);

    // From here on nothing waits: no call sees the old tools gone and the new ones not yet there.
    for (const tool of known?.adopted.registered ?? []) foreign.delete(tool);
    known?.adopted.withdraw();
    const adopted = adoptTools(
      registry,
      loaded.flatMap(({ result }) => result.tools),
      { mayReplace, isForeign: (tool) => foreign.has(tool) },
    );
    for (const tool of adopted.registered) foreign.add(tool);
    const good = loaded.filter(({ result }) => result.problems.length === 0);
    folders.set(directory, {
      adopted,
      approved: trusted.approved,
      loaded: new Map(good.map(({ candidate, result }) => [keyOf(candidate), result])),
    });
    return {
      directory,
      tools: adopted.tools,
      problems: [
        ...found.problems,
        ...trusted.problems,
        ...loaded.flatMap(({ result }) => result.problems),
        ...adopted.problems,
      ],
      approval: trusted.approval,
    };
  };

  return {
    async discover(directory, options) {
      checkDiscoverOptions(options);
      const report = turn.then(() => {
        requireNotAborted(options.signal);
        return run(directory, options);
      });
      turn = report.catch(() => {});
      return report;
    },
  };
}

/** The folder by its real path, and the files in it; one that cannot be looked into is a problem and no failure. */
async function lookInto(
  wanted: string,
  files: FileSystem,
  options: DiscoverOptions,
): Promise<{ readonly directory: string; readonly found: CandidateFiles }> {
  const nothing = (problem: DiscoveryProblem) => ({ candidates: [], problems: [problem] });
  try {
    const { path: directory, stat } = await files.resolve(wanted);
    if (stat?.type !== "directory") return { directory, found: nothing(notADirectory(directory, stat)) };
    return { directory, found: await findCandidates(files, directory, options) };
  } catch (error) {
    return { directory: wanted, found: nothing(problemOf(error, { file: wanted })) };
  }
}

/** Leaves out what nobody vouches for. */
async function trustedOf({
  directory,
  candidates,
  known,
  options: { trust = "ask", signal },
  ask,
}: {
  readonly directory: string;
  readonly candidates: readonly CandidateFile[];
  readonly known: Folder | undefined;
  readonly options: DiscoverOptions & { readonly signal: AbortSignal };
  readonly ask: DiscovererParts["ask"];
}): Promise<{
  readonly candidates: readonly CandidateFile[];
  readonly problems: readonly DiscoveryProblem[];
  readonly approved: ReadonlySet<string>;
  readonly approval: DiscoveryReport["approval"];
}> {
  const isKnown = (candidate: CandidateFile) => known?.approved.has(keyOf(candidate)) === true;
  const unknown = trust === "trusted" ? [] : candidates.filter((candidate) => !isKnown(candidate));
  const approvedOf = (approved: readonly CandidateFile[]) => new Set(approved.map(keyOf));
  if (unknown.length === 0) {
    // A folder that the host vouches for today is none that somebody approved.
    const approved = approvedOf(candidates.filter(isKnown));
    return { candidates, problems: [], approved, approval: "not-needed" };
  }
  const answer = await ask({ directory, files: unknown, signal });
  if (answer.answer === "approved") {
    return { candidates, problems: [], approved: approvedOf(candidates), approval: "approved" };
  }
  const rest = candidates.filter(isKnown);
  const reason = refusalReason(answer);
  return {
    candidates: rest,
    problems: unknown.map(({ file }) => ({ file, code: "not-approved", reason })),
    approved: approvedOf(rest),
    approval: answer.answer,
  };
}

function refusalReason(answer: Exclude<TrustAnswer, { readonly answer: "approved" }>): string {
  if (answer.answer === "nobody-to-ask") {
    return 'Loading a file runs it, and nobody could be asked. Give the runtime an onApproval, or vouch for the folder with trust: "trusted".';
  }
  return `Loading the file was not approved${answer.reason === undefined ? "." : `: ${answer.reason}`}`;
}

/** Loads files a few at a time; the results come in the order of the files. */
async function loadAll(
  candidates: readonly CandidateFile[],
  loading: Loading,
): Promise<readonly { readonly candidate: CandidateFile; readonly result: LoadedTools }[]> {
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

interface Loading {
  readonly files: FileSystem;
  readonly extensions: Extensions;
  readonly options: DiscoverOptions & { readonly signal: AbortSignal };
  readonly known: Folder | undefined;
}

async function load(
  candidate: CandidateFile,
  { files, extensions, options, known }: Loading,
): Promise<LoadedTools> {
  const before = known?.loaded.get(keyOf(candidate));
  if (before !== undefined) return before;
  const { signal, timeoutMs = DEFAULT_DISCOVERY_TIMEOUT_MS } = options;
  const { kind, file, path, version } = candidate;
  try {
    if ((await fileVersion(files, path)) !== version) throw changed();
    if (kind === "program") {
      const tool = await describeProgram(candidate, { extensions, files, timeoutMs, signal });
      return { tools: [{ file, kind, tool }], problems: [] };
    }
    return moduleTools(await extensions.importModule({ path, version, timeoutMs, signal }), candidate);
  } catch (error) {
    return { tools: [], problems: [problemOf(error, { file })] };
  }
}

function keyOf({ file, path, version }: CandidateFile): string {
  return JSON.stringify([file, path, version]);
}

function changed(): ToolError {
  return new ToolError("The file was changed while it was about to be loaded. Reload the tools.", {
    code: "changed-since-approval",
  });
}

function notADirectory(file: string, stat: FileStat | undefined): DiscoveryProblem {
  return stat === undefined
    ? { file, code: "not-found", reason: "The folder does not exist." }
    : { file, code: "not-a-directory", reason: "It is no folder." };
}

function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ToolError("The discovery was cancelled; nothing was changed.", { code: "cancelled" });
}
