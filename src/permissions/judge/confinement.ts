import type { CommandConfinement, PermissionDecision } from "../../contract/index.js";
import type { CertainCommand, CommandReading } from "../commands/index.js";
import { isPresetRule } from "../rules/index.js";
import type { Aspect } from "./judge-aspect.js";

/** The decision about one command of a call. */
export interface DecidedCommand {
  readonly aspect: Aspect;
  readonly decision: PermissionDecision;
}

interface NamedCommand {
  readonly name: string;
  readonly decision: PermissionDecision;
  /** Whether the host allowed it by its trust in a project. */
  readonly isProject: boolean;
  /** Whether it reads from a service with the login of the user. */
  readonly usesAccount: boolean;
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
  const commands: readonly NamedCommand[] = decided.flatMap(({ aspect, decision }) =>
    aspect.type === "command" && aspect.command !== undefined
      ? [
          {
            name: aspect.command.words[0] ?? "",
            decision,
            isProject: isProjectCommand(aspect.command, decision),
            usesAccount: aspect.command.effect === "reads-account",
          },
        ]
      : [],
  );
  const isSandboxed = decided.some(({ decision }) => decision.source === "sandbox");
  const unasked = commands.filter((each) => isUnasked(each));
  if (unasked.length === 0 && !isSandboxed) return undefined;
  const readOnly =
    !isSandboxed && commands.every((each) => each.decision.source === "kind" && isUnasked(each));
  const named = new Set([
    ...unasked.map(({ name }) => name),
    ...(reading?.commands ?? []).map(({ words }) => words[0] ?? ""),
  ]);
  for (const each of commands) if (!isUnasked(each)) named.delete(each.name);
  // A name of both kinds gets the stricter treatment.
  for (const { name } of unasked) named.add(name);
  const usesAccount = unasked.some((each) => each.usesAccount);
  if (usesAccount) for (const name of RUN_BY_ACCOUNT_PROGRAMS) named.add(name);
  const programs = [...named].sort();
  return {
    readOnly,
    programs: isSandboxed ? sandboxedPrograms(programs, unasked, reading) : programs,
    ...(isSandboxed && { sandboxed: true as const }),
    ...(usesAccount && { usesAccount: true as const }),
  };
}

/** Programs that others run to read the remotes of a repository (gh(1)). */
const RUN_BY_ACCOUNT_PROGRAMS = ["git"];

/** Returns the programs that only read, and git, because hidden files would look like changed ones to it. */
function sandboxedPrograms(
  programs: readonly string[],
  unasked: readonly NamedCommand[],
  reading: CommandReading | undefined,
): readonly string[] {
  const names = new Set(unasked.map(({ name }) => name));
  const usesGit = (reading?.commands ?? []).some(({ words }) => words[0] === "git");
  return [...programs.filter((name) => names.has(name)), ...(usesGit && !names.has("git") ? ["git"] : [])];
}

/** Returns whether only this library allowed it: because it only reads, or by a rule of a preset. */
function isUnasked({ decision: { verdict, rule, source }, isProject }: NamedCommand): boolean {
  return (
    verdict === "allow" && !isProject && source !== "sandbox" && (rule === undefined || isPresetRule(rule))
  );
}

/** Returns whether the trust of the host in a project allowed a command: it must be able to write and to connect. */
function isProjectCommand({ effect, project }: CertainCommand, { source }: PermissionDecision): boolean {
  return effect === "anything" && project !== undefined && source === "kind";
}
