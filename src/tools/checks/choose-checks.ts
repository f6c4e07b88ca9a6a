import { ToolError } from "../../contract/index.js";
import { CHECK_KINDS, type FoundChecks, type ProjectCheck } from "./project-check.js";

/** Hints that an error names. */
const MAX_NAMED_HINTS = 10;

/** Returns the sentences about a project without checks: where and what was searched for, and the commands of its CI. */
export function nothingFoundText({ searched, hints, folder, brokenManifests }: FoundChecks): string {
  const where = searched.length > 1 ? `from ${folder} up to ${searched.at(-1)}` : `in ${folder}`;
  const ci =
    hints.length === 0
      ? ""
      : ` The CI of the project runs: ${hints
          .slice(0, MAX_NAMED_HINTS)
          .map(({ command }) => command)
          .join("; ")}.`;
  return `No check was found ${where}. Looked for: scripts of package.json (test, lint, typecheck, check, build and similar), tsconfig.json, Biome, ESLint, Vitest and Jest configurations, Cargo.toml, go.mod, mypy, Ruff and pytest configurations or tests, and targets check, test, lint of a Makefile.${ci}${brokenNote(brokenManifests)}`;
}

/**
 * Returns the requested checks, by name or by kind, in the order of the project; without a request, all checks that run
 * by default.
 *
 * Errors: `check-missing` for a project without checks, and for an unknown name.
 */
export function chooseChecks(
  found: FoundChecks,
  wanted: readonly string[] | undefined,
): readonly ProjectCheck[] {
  const { checks } = found;
  if (checks.length === 0) throw nothingFound(found);
  if (wanted === undefined || wanted.length === 0) {
    const usual = checks.filter(({ runsWithAll }) => runsWithAll);
    return usual.length > 0 ? usual : checks;
  }
  const chosen = new Set<ProjectCheck>();
  for (const name of wanted) {
    const asked = name.trim().toLowerCase();
    const named = checks.filter((check) => check.name.toLowerCase() === asked);
    const ofKind = checks.filter(({ kind, runsWithAll }) => kind === asked && runsWithAll);
    const anyOfKind = checks.filter(({ kind }) => kind === asked);
    const hit = [named, ofKind, anyOfKind].find((each) => each.length > 0);
    if (hit === undefined) throw unknownName(name, found);
    for (const check of hit) chosen.add(check);
  }
  return checks.filter((check) => chosen.has(check));
}

/** Returns a note about package.json files that cannot be parsed: the requested script may be in one of them. */
function brokenNote(brokenManifests: readonly string[]): string {
  if (brokenManifests.length === 0) return "";
  const files = brokenManifests.map((path) => `'${path}'`).join(" and ");
  return ` ${files} ${brokenManifests.length === 1 ? "is" : "are"} not a JSON object, so the scripts there are not known: repair it first.`;
}

function unknownName(name: string, { checks, folder, brokenManifests }: FoundChecks): ToolError {
  const kinds = CHECK_KINDS.filter((kind) => checks.some((check) => check.kind === kind));
  return new ToolError(
    `There is no check '${name}' in ${folder}. Its checks are ${checks.map((check) => check.name).join(", ")}; kinds: ${kinds.join(", ")}.${brokenNote(brokenManifests)} Nothing was run.`,
    { code: "check-missing", absolutePath: folder },
  );
}

function nothingFound(found: FoundChecks): ToolError {
  return new ToolError(
    `${nothingFoundText(found)} Nothing was run; if you know a command, run it yourself.`,
    { code: "check-missing", absolutePath: found.folder },
  );
}
