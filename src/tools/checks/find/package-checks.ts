import { shellQuoted } from "../../../text/index.js";
import type { ProjectCheck } from "../project-check.js";
import type { ProjectFolder } from "./project-folder.js";
import { scriptCommands } from "./script-commands.js";
import { scriptKind } from "./script-kind.js";

/** Lock files and their package managers; the nearest counts. */
const LOCK_FILES: Readonly<Record<string, string>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
};

/** The parts of a package.json that matter for checks. */
export interface PackageManifest {
  readonly scripts: Readonly<Record<string, string>>;
  /** Top-level keys. */
  readonly keys: ReadonlySet<string>;
  readonly packageManager?: string;
}

/** Parses a package.json; `undefined` if it is invalid. */
export function readManifest(text: string): PackageManifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const { scripts, packageManager } = value as Record<string, unknown>;
  const own = typeof scripts === "object" && scripts !== null ? Object.entries(scripts) : [];
  return {
    scripts: Object.fromEntries(
      own.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
    keys: new Set(Object.keys(value)),
    ...(typeof packageManager === "string" && { packageManager }),
  };
}

/** Returns the scripts of a package.json that check something. */
export async function packageChecks(
  { scripts, packageManager }: PackageManifest,
  folder: ProjectFolder,
): Promise<readonly ProjectCheck[]> {
  const manager = await managerOf(packageManager, folder);
  const kinds = Object.entries(scripts).flatMap(([name, body]) => {
    const hook = /^(?:pre|post)(.+)$/.exec(name)?.[1];
    if ((hook !== undefined && Object.hasOwn(scripts, hook)) || name.startsWith("-")) return [];
    const kind = scriptKind(name, body);
    return kind === undefined ? [] : [{ name, body, kind }];
  });
  const found = new Set(kinds.map(({ name }) => name));
  const runs = new Map(kinds.map(({ name, body }) => [name, scriptsOf(body, found, name)]));
  const together = new Set([...runs].filter(([, { only }]) => only).map(([name]) => name));
  const within = new Map<string, string>();
  for (const [name, { scripts: inner }] of runs) {
    if (!together.has(name)) for (const one of inner) within.set(one, name);
  }
  return kinds.map(({ name, kind }) => {
    const note = together.has(name)
      ? `runs ${runs.get(name)?.scripts.join(", ")}`
      : within.has(name)
        ? `is run by ${within.get(name)}`
        : kind === "test" && /^tests?[:._-]/.test(name) && found.has("test")
          ? "runs only by its name, because test runs as well"
          : undefined;
    return {
      name,
      kind,
      command: `${manager} run ${/^[\w:.@/-]+$/.test(name) ? name : shellQuoted(name)}`,
      source: `package.json script "${name}"`,
      runsWithAll: note === undefined,
      ...(note !== undefined && { note }),
    };
  });
}

/** Returns the check scripts that a script runs, and whether it runs nothing else. */
function scriptsOf(
  body: string,
  found: ReadonlySet<string>,
  own: string,
): { readonly scripts: readonly string[]; readonly only: boolean } {
  const commands = scriptCommands(body).map(({ scripts }) =>
    scripts.flatMap((name) => matching(name, found, own)),
  );
  return {
    scripts: [...new Set(commands.flat())],
    only: commands.length > 0 && commands.every((each) => each.length > 0),
  };
}

function matching(name: string, found: ReadonlySet<string>, own: string): readonly string[] {
  if (!name.includes("*")) return found.has(name) && name !== own ? [name] : [];
  const [start = "", ...rest] = name.split("*");
  return [...found].filter(
    (each) => each !== own && each.startsWith(start) && each.endsWith(rest.at(-1)?.replace("*", "") ?? ""),
  );
}

async function managerOf(named: string | undefined, folder: ProjectFolder): Promise<string> {
  const wanted = /^(npm|pnpm|yarn|bun)@/.exec(named ?? "")?.[1];
  const lock = await folder.above(Object.keys(LOCK_FILES));
  return wanted ?? LOCK_FILES[lock ?? ""] ?? "npm";
}
