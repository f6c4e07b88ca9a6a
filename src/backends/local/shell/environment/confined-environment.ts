import * as path from "node:path";
import type { ShellConfinement } from "../../../../contract/index.js";
import { divideSearchPath, foldersLeadingInto, holdsAny, isOfWorkspace } from "../../search-path.js";
import { COOKIE_VARIABLE } from "./call-cookie.js";
import { nameMatcher } from "./name-matcher.js";
import { CORE_VARIABLES, PROGRAM_VARIABLES, READ_ONLY_GIT, UNASKED, UNATTENDED } from "./variable-names.js";

/** What is left of an environment for a command line that only reads. */
const KEPT = nameMatcher([...CORE_VARIABLES, ...Object.keys(UNATTENDED), "PWD", COOKIE_VARIABLE]);

const CONFIGURES_PROGRAMS = nameMatcher(PROGRAM_VARIABLES);

/**
 * Makes the environment of a command that nobody was asked about out of the one that it would have after a question.
 *
 * Its programs are looked for in folders only that the workspace cannot write. A line that only reads keeps no other variables than a
 * program needs to find its way, whoever set them: others change what a program reads (`RIPGREP_CONFIG_PATH`) or runs. A line of
 * which rules allow a part keeps the rest of `PATH` at the end, for that part, without the folders that have a program of the
 * names nobody was asked about.
 */
export async function confineEnvironment(
  environment: Readonly<Record<string, string>>,
  { readOnly, programs, roots }: ShellConfinement,
): Promise<Record<string, string>> {
  const isKept = readOnly ? KEPT : (name: string) => !CONFIGURES_PROGRAMS(name);
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
  // Without a search path a shell takes one of its own, which may have the current folder in it.
  if (!Object.keys(kept).some((name) => name.toUpperCase() === "PATH")) {
    kept.PATH = await confinedSearchPath(DEFAULT_SEARCH_PATH, { readOnly, programs, roots });
  }
  // A line of which a rule allows a part may commit, and then the hooks are meant to run.
  return { ...kept, ...UNATTENDED, ...UNASKED, ...(readOnly ? READ_ONLY_GIT : {}) };
}

const DEFAULT_SEARCH_PATH =
  process.platform === "win32"
    ? path.join(process.env.SYSTEMROOT ?? "C:\\Windows", "System32")
    : "/usr/local/bin:/usr/bin:/bin";

/** An empty search path means the current folder; in this one there is never a program. */
const NO_FOLDER = process.platform === "win32" ? "NUL" : "/dev/null";

/** A program that sorts more than fits into memory writes there. */
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

/** A name without an extension stands for several files on Windows. */
function withExtensions(programs: readonly string[]): readonly string[] {
  const extensions = (process.env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";");
  return programs.flatMap((name) => [name, ...extensions.map((extension) => `${name}${extension}`)]);
}
