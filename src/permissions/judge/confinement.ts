import type { CommandConfinement, PermissionDecision } from "../../contract/index.js";
import type { CommandReading } from "../commands/index.js";
import { isPresetRule } from "../rules/index.js";
import type { Aspect } from "./judge-aspect.js";

/** The decision about one command of a call. */
export interface DecidedCommand {
  readonly aspect: Aspect;
  readonly decision: PermissionDecision;
}

/**
 * Returns the limits for a call that may run: `undefined` if a rule of the host or an approval allowed every command.
 *
 * If rules allow only some commands of a line, the others may run only trusted programs. `programs` names them, including
 * the wrappers before them.
 */
export function confinementOf(
  decided: readonly DecidedCommand[],
  reading: CommandReading | undefined,
): CommandConfinement | undefined {
  const commands = decided.flatMap(({ aspect, decision }) =>
    aspect.type === "command" && aspect.command !== undefined
      ? [{ name: aspect.command.words[0] ?? "", decision }]
      : [],
  );
  const unasked = commands.filter(({ decision }) => isUnasked(decision));
  if (unasked.length === 0) return undefined;
  const readOnly = commands.every(({ decision }) => decision.source === "kind" && isUnasked(decision));
  const named = new Set([
    ...unasked.map(({ name }) => name),
    ...(reading?.commands ?? []).map(({ words }) => words[0] ?? ""),
  ]);
  for (const { name, decision } of commands) if (!isUnasked(decision)) named.delete(name);
  // A name of both kinds gets the stricter treatment.
  for (const { name } of unasked) named.add(name);
  return { readOnly, programs: [...named].sort() };
}

/** Returns whether only this library allowed it: because it only reads, or by a rule of a preset. */
function isUnasked({ verdict, rule }: PermissionDecision): boolean {
  return verdict === "allow" && (rule === undefined || isPresetRule(rule));
}
