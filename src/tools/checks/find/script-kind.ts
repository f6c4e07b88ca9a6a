import type { CheckKind } from "../project-check.js";
import { changesOrWatches, commandKind, scriptCommands } from "./script-commands.js";

/** Kinds of scripts by name, with any suffix after a separator: `lint:css`, `test-unit`. */
const NAMES: readonly (readonly [RegExp, CheckKind])[] = [
  [
    /^(?:(?:format|fmt|prettier|style)[:._-](?:check|verify|ci)|check[:._-](?:format|formatting|fmt|prettier|style))$/i,
    "format",
  ],
  [
    /^(?:type-?check|types|tsc|check[:._-]?types?|types?[:._-]check|test[:._-]types?)(?:[:._-].*)?$/i,
    "typecheck",
  ],
  [/^(?:(?:es|style|ts|ox)?lint|lint[:._-].*)$/i, "lint"],
  [/^(?:unit|e2e|integration|specs?|tests?)(?:[:._-].*)?$/i, "test"],
  [/^(?:build|compile)$/i, "build"],
  [/^(?:checks?|verify|validate|ci)(?:[:._-].*)?$/i, "check"],
];

/** Parts of names of scripts that change something or never end. */
const NO_CHECK_NAME =
  /(?:^|[:._-])(?:watch|fix|write|update|dev|debug|ui|serve|start|open|clean|deploy|publish|release|install|setup|open|record)(?:$|[:._-])/i;

/** The default of `npm init` for a project without tests. */
const NO_TESTS = /^echo\b.*no test specified/i;

/**
 * Returns what a script of a package.json checks, by its name and by its commands; `undefined` if it is not a check.
 */
export function scriptKind(name: string, body: string): CheckKind | undefined {
  if (NO_CHECK_NAME.test(name) || NO_TESTS.test(body) || body.trim() === "") return undefined;
  const commands = scriptCommands(body);
  if (commands.some(changesOrWatches)) return undefined;
  const kinds = commands.map(commandKind);
  const first = kinds[0];
  const named = NAMES.find(([pattern]) => pattern.test(name))?.[1];
  if (named !== undefined) {
    // The name `check` is ambiguous; the commands decide if they are of one kind.
    if (
      named === "check" &&
      first !== undefined &&
      first !== "build" &&
      kinds.every((kind) => kind === first)
    )
      return first;
    return named;
  }
  // Under any other name, only a script that consists of checks alone: `release` runs the tests as well.
  if (first === undefined || kinds.some((kind) => kind === undefined || kind === "build")) return undefined;
  return kinds.every((kind) => kind === first) ? first : "check";
}
