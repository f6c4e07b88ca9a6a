import * as path from "node:path";
import type { ShellConfinement } from "../../../../contract/index.js";
import { divideSearchPath, foldersLeadingInto, holdsAny, isOfWorkspace } from "../../search-path.js";
import { COOKIE_VARIABLE } from "./call-cookie.js";
import { nameMatcher } from "./child-environment.js";
import {
  ACCOUNT_VARIABLES,
  CORE_VARIABLES,
  PROGRAM_VARIABLES,
  READ_ONLY_GIT,
  UNASKED,
  UNATTENDED,
} from "./variable-names.js";

/** Variables that a read-only command line keeps. */
const KEPT_NAMES = [...CORE_VARIABLES, ...Object.keys(UNATTENDED), "PWD", COOKIE_VARIABLE];
const KEPT = nameMatcher(KEPT_NAMES);

/** The same with those of a program that uses the login of the user. */
const KEPT_FOR_ACCOUNT = nameMatcher([...KEPT_NAMES, ...ACCOUNT_VARIABLES]);

const CONFIGURES_PROGRAMS = nameMatcher(PROGRAM_VARIABLES);

/**
 * Creates the environment of a command that runs without a question, from the environment it would have after
 * approval.
 *
 * Its programs are searched only in folders that the workspace cannot write. A read-only line keeps only
 * variables that programs need in general, even those the host set: others change what a program reads
 * (`RIPGREP_CONFIG_PATH`) or runs. A line that rules allow in part keeps the rest of `PATH` at the end, for
 * that part, without the folders that contain one of the programs that run without a question.
 */
export async function confineEnvironment(
  environment: Readonly<Record<string, string>>,
  { readOnly, programs, roots, usesAccount }: ShellConfinement,
): Promise<Record<string, string>> {
  const onlyKept = usesAccount === true ? KEPT_FOR_ACCOUNT : KEPT;
  const isKept = readOnly ? onlyKept : (name: string) => !CONFIGURES_PROGRAMS(name);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!isKept(name)) continue;
    const upper = name.toUpperCase();
    if (upper === "PATH") {
      kept[name] = await confinedSearchPath(value, { readOnly, programs, roots });
    } else if (!TEMPORARY_FOLDERS.has(upper) || !(await isOfWorkspace(value, roots))) {
      kept[name] = value;
    }
  }
  // Without a search path a shell uses its built-in one, which may contain the current folder.
  if (!Object.keys(kept).some((name) => name.toUpperCase() === "PATH")) {
    kept.PATH = await confinedSearchPath(DEFAULT_SEARCH_PATH, { readOnly, programs, roots });
  }
  // A line that a rule allows in part may commit, and then the hooks are meant to run.
  return { ...kept, ...UNATTENDED, ...UNASKED, ...(readOnly ? READ_ONLY_GIT : {}) };
}

const DEFAULT_SEARCH_PATH =
  process.platform === "win32"
    ? path.join(process.env.SYSTEMROOT ?? "C:\\Windows", "System32")
    : "/usr/local/bin:/usr/bin:/bin";

/** A search path without programs; an empty one would mean the current folder. */
const NO_FOLDER = process.platform === "win32" ? "NUL" : "/dev/null";

/**
 * Variables of temporary folders, where programs write data that exceeds memory, for example when sorting.
 */
const TEMPORARY_FOLDERS: ReadonlySet<string> = new Set(["TMPDIR", "TEMP", "TMP"]);

async function confinedSearchPath(
  searchPath: string,
  { readOnly, programs, roots }: Pick<ShellConfinement, "readOnly" | "programs" | "roots">,
): Promise<string> {
  const { trusted, untrusted } = await divideSearchPath(searchPath, roots);
  const files = process.platform === "win32" ? withExtensions(programs) : programs;
  const leading = await foldersLeadingInto(trusted, files, roots);
  const kept = trusted.filter((folder) => !leading.has(folder));
  if (!readOnly) {
    for (const folder of untrusted) if (!(await holdsAny(folder, files))) kept.push(folder);
  }
  return kept.length === 0 ? NO_FOLDER : kept.join(path.delimiter);
}

/** Adds the file names that a name without an extension stands for on Windows. */
function withExtensions(programs: readonly string[]): readonly string[] {
  const extensions = (process.env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";");
  return programs.flatMap((name) => [name, ...extensions.map((extension) => `${name}${extension}`)]);
}
