import type { CheckKind, ProjectCheck } from "../project-check.js";

/** Names of make's file, in the order in which make tries them. */
export const MAKEFILES = ["GNUmakefile", "makefile", "Makefile"] as const;

const TARGETS: Readonly<Record<string, CheckKind>> = {
  check: "check",
  test: "test",
  tests: "test",
  lint: "lint",
  typecheck: "typecheck",
};

/** `check test: build`, but not a variable (`a := b`) or a rule for files (`%.o:`). */
const RULE = /^([A-Za-z0-9_.-]+(?:[ \t]+[A-Za-z0-9_.-]+)*)[ \t]*::?(?!=)/;

/**
 * Returns the targets of a Makefile that check something.
 *
 * @param covered - kinds of the project's other checks: a target of such a kind usually runs them, so it does not run
 * by default
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
        ...(isCovered && { note: "runs only by its name, because the project has other checks of its kind" }),
        inPath: "make",
      },
    ];
  });
}
