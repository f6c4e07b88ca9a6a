import { type FileSystem, type ResolvedPath, ToolError } from "../../contract/index.js";
import { isPortableToolName, PORTABLE_TOOL_NAME } from "../../schema/index.js";
import type { DiscoverOptions, DiscoveryProblem } from "./discovery.js";
import { fileVersion } from "./file-version.js";
import { problemOf } from "./problem-of.js";

/** Where modules are looked for (seed 004: `tool/`; OpenCode reads `tools/` as well). */
const MODULE_FOLDERS: readonly string[] = ["tool", "tools"];

/** Where programs are looked for. */
const PROGRAM_FOLDERS: readonly string[] = ["toolbox"];

/** How the names of modules end; a declaration file (`.d.ts`) is none. */
const MODULE_NAME = /^(.+?)(?<!\.d)\.(?:js|mjs|ts)$/;

/** A file that may give tools. */
export interface CandidateFile {
  readonly kind: "module" | "program";
  /** As the folder names it. */
  readonly file: string;
  /** Where that really is: another path only through a symlink. */
  readonly path: string;
  /** The file's name without its ending. */
  readonly name: string;
  /** Names the content. */
  readonly version: string;
}

/** Names a file as it is now. */
export function candidateKey({ file, path, version }: CandidateFile): string {
  return JSON.stringify([file, path, version]);
}

/** Files that may give tools, and those that cannot. */
export interface CandidateFiles {
  readonly candidates: readonly CandidateFile[];
  readonly problems: readonly DiscoveryProblem[];
}

/**
 * Finds the files of a folder that may give tools, and reads what they hold: modules before programs, by folder and name.
 * Hidden files, folders and other files beside modules are passed over. A folder that is not there holds nothing.
 *
 * @param directory - real and absolute
 */
export async function findCandidates(
  files: FileSystem,
  directory: string,
  { modules = MODULE_FOLDERS, programs = PROGRAM_FOLDERS }: DiscoverOptions,
): Promise<CandidateFiles> {
  const candidates: CandidateFile[] = [];
  const problems: DiscoveryProblem[] = [];
  const places = [
    ...modules.map((folder) => ({ folder, kind: "module" as const })),
    ...programs.map((folder) => ({ folder, kind: "program" as const })),
  ];
  for (const { folder, kind } of places) {
    const wanted = files.path.isAbsolute(folder) ? folder : files.path.join(directory, folder);
    const at = await files.resolve(wanted);
    if (at.stat === undefined) continue;
    for (const name of await namesIn(files, at, wanted, problems)) {
      const file = files.path.join(at.path, name);
      try {
        const candidate = await candidateAt(files, { kind, file, name });
        if (candidate !== undefined) candidates.push(candidate);
      } catch (error) {
        problems.push(problemOf(error, { file }));
      }
    }
  }
  return { candidates, problems };
}

async function namesIn(
  files: FileSystem,
  { path }: ResolvedPath,
  wanted: string,
  problems: DiscoveryProblem[],
): Promise<readonly string[]> {
  try {
    const handle = await files.openDirectory(path);
    try {
      const entries = await handle.list();
      return entries
        .filter(({ name, type }) => !name.startsWith(".") && type !== "directory")
        .map(({ name }) => name)
        .sort();
    } finally {
      await handle.close();
    }
  } catch (error) {
    problems.push(problemOf(error, { file: wanted }));
    return [];
  }
}

async function candidateAt(
  files: FileSystem,
  { kind, file, name }: Pick<CandidateFile, "kind" | "file" | "name">,
): Promise<CandidateFile | undefined> {
  const base = kind === "module" ? MODULE_NAME.exec(name)?.[1] : programName(name);
  if (base === undefined) return undefined;
  const { path, stat } = await files.resolve(file);
  if (stat?.type === "directory") return undefined;
  if (kind === "module" && !isPortableToolName(base)) {
    throw new ToolError(
      `"${base}" cannot be the name of a tool, which must fit ${PORTABLE_TOOL_NAME.source}. Rename the file, or move it out of the folder.`,
      { code: "illegal-name" },
    );
  }
  return { kind, file, path, name: base, version: await fileVersion(files, path) };
}

/** What a program is called when it does not say: its file name up to the first dot. */
function programName(name: string): string {
  return name.split(".", 1)[0] ?? name;
}
