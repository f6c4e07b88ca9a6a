import { type FileSystem, type ResolvedPath, ToolError } from "../../contract/index.js";
import { isPortableToolName, PORTABLE_TOOL_NAME } from "../../schema/index.js";
import type { DiscoverOptions, DiscoveryProblem } from "./discovery.js";
import { fileVersion } from "./file-version.js";
import { problemOf } from "./problem-of.js";

/** Default folders of modules (the OpenCode specification: `tool/`; OpenCode reads `tools/` as well). */
const MODULE_FOLDERS: readonly string[] = ["tool", "tools"];

/** Default folders of programs. */
const PROGRAM_FOLDERS: readonly string[] = ["toolbox"];

/** File names of modules; a declaration file (`.d.ts`) does not count. */
const MODULE_NAME = /^(.+?)(?<!\.d)\.(?:js|mjs|ts)$/;

/** A file that may contain tools. */
export interface CandidateFile {
  readonly kind: "module" | "program";
  /** Path within the folder. */
  readonly file: string;
  /** Real path: differs from `file` only through a symlink. */
  readonly path: string;
  /** File name without its extension. */
  readonly name: string;
  /** Identifies the content. */
  readonly version: string;
}

/** Returns a key of a file with its current content. */
export function candidateKey({ file, path, version }: CandidateFile): string {
  return JSON.stringify([file, path, version]);
}

/** Files that may contain tools, and those that cannot. */
export interface CandidateFiles {
  readonly candidates: readonly CandidateFile[];
  readonly problems: readonly DiscoveryProblem[];
}

/**
 * Finds the files of a folder that may contain tools, and hashes their content: modules before programs, by
 * folder and name. Ignores hidden files, folders, and other files beside modules. A missing folder counts as
 * empty.
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
  const folders = [
    ...modules.map((folder) => ({ folder, kind: "module" as const })),
    ...programs.map((folder) => ({ folder, kind: "program" as const })),
  ];
  for (const { folder, kind } of folders) {
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
      `"${base}" cannot be the name of a tool, which must match ${PORTABLE_TOOL_NAME.source}. Rename the file, or move it out of the folder.`,
      { code: "illegal-name" },
    );
  }
  return { kind, file, path, name: base, version: await fileVersion(files, path) };
}

/** Default name of a program: its file name up to the first dot. */
function programName(name: string): string {
  return name.split(".", 1)[0] ?? name;
}
