import type { CheckKind, ProjectCheck } from "../project-check.js";

/** Names under which make looks for its file, in its order. */
export const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"] as const;

const TARGETS: Readonly<Record<string, CheckKind>> = {
  check: "check",
  test: "test",
  tests: "test",
  lint: "lint",
  typecheck: "typecheck",
};

/** `check test: build`, but no variable (`a := b`) and no rule for files (`%.o:`). */
const RULE = /^([A-Za-z0-9_.-]+(?:[ \t]+[A-Za-z0-9_.-]+)*)[ \t]*::?(?!=)/;

/**
 * Targets of a Makefile that check something.
 *
 * @param covered - kinds that the project's other checks have: a target of such a kind mostly runs them, so it does not run with all
 */
export function makeChecks(
  text: string,
  file: string,
  covered: ReadonlySet<CheckKind>,
): readonly ProjectCheck[] {
  const named = text.split("\n").flatMap((row) => RULE.exec(row)?.[1]?.split(/[ \t]+/) ?? []);
  return [...new Set(named)].flatMap((target): ProjectCheck[] => {
    const kind = Object.hasOwn(TARGETS, target) ? TARGETS[target] : undefined;
    if (kind === undefined) return [];
    const isCovered = covered.has(kind) || (kind === "check" && covered.size > 0);
    return [
      {
        name: `make ${target}`,
        kind,
        command: `make ${target}`,
        source: `${file} target "${target}"`,
        runsWithAll: !isCovered,
        ...(isCovered && { note: "is run by its name only, beside the project's other checks" }),
        inPath: "make",
      },
    ];
  });
}
