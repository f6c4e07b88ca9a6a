import type { AnyTool, Clock, FileStat, FileSystem, ModuleLoader } from "../../contract/index.js";
import { ToolError } from "../../contract/index.js";
import type { ToolRegistry } from "../tool-registry.js";
import { type AdoptedTools, adoptTools } from "./adopt-tools.js";
import { type CandidateFiles, candidateKey, findCandidates } from "./candidate-files.js";
import type { RunsPrograms } from "./describe-program.js";
import { checkDiscoverOptions } from "./discover-options.js";
import type {
  DiscoverOptions,
  DiscoveryProblem,
  DiscoveryReport,
  LoadedTool,
  LoadedTools,
  MayReplace,
} from "./discovery.js";
import { loadFiles } from "./load-files.js";
import { problemOf } from "./problem-of.js";
import { type TrustAnswer, type TrustQuestion, trustedFiles } from "./trusted-files.js";

/** Dependencies of a discoverer. */
export interface DiscovererParts {
  readonly registry: ToolRegistry;
  readonly files: FileSystem;
  readonly modules: ModuleLoader | undefined;
  readonly shell: RunsPrograms | undefined;
  /** Measures the time limits. */
  readonly clock: Clock;
  readonly ask: (question: TrustQuestion) => Promise<TrustAnswer>;
}

/** Finds tools in folders and registers them. */
export interface Discoverer {
  /**
   * Loads the tools of a folder; replaces those that it loaded from there before.
   *
   * Rejects with a `ToolError` `cancelled` when the signal is aborted, and for invalid options. The report
   * contains all other problems.
   *
   * @param directory - absolute
   */
  discover(
    directory: string,
    options: DiscoverOptions & { readonly signal: AbortSignal },
  ): Promise<DiscoveryReport>;
}

/** The state of a folder. */
interface Folder {
  readonly adopted: AdoptedTools;
  /** The tools of the last discovery. */
  readonly offered: readonly LoadedTool[];
  readonly mayReplace: MayReplace;
  /** Keys of approved files. */
  readonly approved: ReadonlySet<string>;
  /** Results of the files that contained a tool, by key. */
  readonly loaded: ReadonlyMap<string, LoadedTools>;
}

/** Creates a discoverer; its runs are serialised. */
export function createDiscoverer({
  registry,
  files,
  modules,
  shell,
  clock,
  ask,
}: DiscovererParts): Discoverer {
  const folders = new Map<string, Folder>();
  const foreign = new Set<AnyTool>();
  let turn: Promise<unknown> = Promise.resolve();

  const adoptAnew = (known: Folder | undefined, offered: readonly LoadedTool[], mayReplace: MayReplace) => {
    for (const tool of known?.adopted.registered ?? []) foreign.delete(tool);
    known?.adopted.withdraw();
    const adopted = adoptTools(registry, offered, { mayReplace, isForeign: (tool) => foreign.has(tool) });
    for (const tool of adopted.registered) foreign.add(tool);
    return adopted;
  };

  const run = async (
    wanted: string,
    options: DiscoverOptions & { readonly signal: AbortSignal },
  ): Promise<DiscoveryReport> => {
    const { signal, mayReplace = "none" } = options;
    const { directory, found } = await lookInto(wanted, files, options);
    const known = folders.get(directory);
    const approvedBefore = known?.approved ?? new Set();
    const trusted = await trustedFiles({
      directory,
      candidates: found.candidates,
      approvedBefore,
      options,
      ask,
    });
    const loaded = await loadFiles(trusted.candidates, {
      files,
      modules,
      shell,
      clock,
      options,
      known: known?.loaded ?? new Map(),
    });
    requireNotAborted(signal);

    // No await from here on: no call may see the registry without both the old tools and the new ones.
    const offered = loaded.flatMap(({ result }) => result.tools);
    const adopted =
      known !== undefined && isAsBefore(registry, known, { offered, mayReplace })
        ? known.adopted
        : adoptAnew(known, offered, mayReplace);
    folders.set(directory, {
      adopted,
      offered,
      mayReplace,
      approved: trusted.approved,
      // A file without a tool is tried again.
      loaded: new Map(
        loaded
          .filter(({ result }) => result.tools.length > 0)
          .map(({ candidate, result }) => [candidateKey(candidate), result]),
      ),
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

/**
 * Returns the real path of the folder and its files; a folder that cannot be read is a reported problem, not
 * an error.
 */
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

/**
 * Returns whether nothing changed: the tools then keep their positions in the list, which providers cache.
 */
function isAsBefore(
  registry: ToolRegistry,
  known: Folder,
  { offered, mayReplace }: Pick<Folder, "offered" | "mayReplace">,
): boolean {
  return (
    known.adopted.problems.length === 0 &&
    String(known.mayReplace) === String(mayReplace) &&
    known.offered.length === offered.length &&
    known.offered.every(({ tool }, index) => tool === offered[index]?.tool) &&
    known.adopted.registered.every((tool) => registry.get(tool.name) === tool)
  );
}

function notADirectory(file: string, stat: FileStat | undefined): DiscoveryProblem {
  return stat === undefined
    ? { file, code: "not-found", reason: "The folder does not exist." }
    : { file, code: "not-a-directory", reason: "It is not a folder." };
}

function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted)
    throw new ToolError("The discovery was cancelled; nothing was changed.", { code: "cancelled" });
}
