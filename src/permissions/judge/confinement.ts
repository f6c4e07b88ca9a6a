import type { CommandConfinement, PermissionDecision } from "../../contract/index.js";
import type { CommandReading } from "../commands/index.js";
import { isPresetRule } from "../rules/index.js";
import type { Aspect } from "./judge-aspect.js";

/** What was decided about one command of a call. */
export interface DecidedCommand {
  readonly aspect: Aspect;
  readonly decision: PermissionDecision;
}

/**
 * The limits for a call that may run: absent where a rule of the host or a person allowed every command of it.
 *
 * In a line of which rules allow some commands, only the others are held to trusted programs; which they are is told by name, the
 * wrappers in front of them included.
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
  // A name that stands in both kinds is held to the stricter of the two.
  for (const { name } of unasked) named.add(name);
  return { readOnly, programs: [...named].sort() };
}

/** Whether this library alone allowed it: because it only reads, or by a rule of a preset. */
function isUnasked({ verdict, rule }: PermissionDecision): boolean {
  return verdict === "allow" && (rule === undefined || isPresetRule(rule));
}
