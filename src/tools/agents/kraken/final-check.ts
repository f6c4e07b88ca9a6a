import { type ToolContext, ToolError } from "../../../contract/index.js";
import { checkReportText, runChecks } from "../../checks/index.js";
import { runCommandOperation } from "../../shell/run-command.js";

/** The check that decides whether a change is correct. */
export interface WantedCheck {
  /** A shell command that fails when something is wrong. */
  readonly command?: string | undefined;
  /** Names or kinds of the project's own checks, as the check tool accepts them. */
  readonly project?: readonly string[] | undefined;
}

/** Result of the check at the end of a change. */
export type FinalCheck =
  | {
      readonly status: "passed" | "failed";
      /** The command, or the names of the project's checks. */
      readonly command: string;
      /** Exit code of a command. */
      readonly exitCode?: number;
      /** The end of the command's output; the report of the project's checks. */
      readonly output: string;
    }
  | { readonly status: "not-run"; readonly command: string; readonly reason: string };

/** Milliseconds without output after which a command is ended. Chosen by Collet. */
const SILENCE_MS = 10 * 60 * 1_000;

/** UTF-16 code units of a command's output that are returned. */
const MAX_OUTPUT_CHARACTERS = 10_000;

/**
 * Runs the requested checks, first the command; after a failure the rest does not run. Returns nothing where no check
 * was requested.
 *
 * Every command is judged like the same command from the shell tool, and runs only with the host's permission.
 */
export async function finalCheck(
  { command = "", project = [] }: WantedCheck,
  context: ToolContext,
): Promise<FinalCheck | undefined> {
  const first = command.trim() === "" ? undefined : await commandCheck(command, context);
  if (project.length === 0 || (first !== undefined && first.status !== "passed")) return first;
  const second = await projectCheck(project, context);
  if (first === undefined || second.status === "not-run") return second;
  const names = `${command}, ${second.command}`;
  return { status: second.status, command: names, output: `${first.output}\n${second.output}`.trim() };
}

async function commandCheck(command: string, context: ToolContext): Promise<FinalCheck> {
  const reason = "Check the change that was just made";
  const allowed = await context.ask({ reason, command, kind: "execute" });
  if (!allowed) return { status: "not-run", command, reason: "This command was not approved." };
  context.progress({ message: `Checking: ${command}` });
  const outcome = await runCommandOperation.run(
    { command, inactivityTimeoutMs: SILENCE_MS, maxOutputCharacters: MAX_OUTPUT_CHARACTERS },
    context,
  );
  const { exitCode, output } = outcome;
  if (outcome.reason === "abort") return { status: "not-run", command, reason: "It was cancelled." };
  if (outcome.reason !== "exit") {
    return {
      status: "failed",
      command,
      exitCode,
      output: `${output}\n[Ended: no output for too long.]`.trimStart(),
    };
  }
  return { status: exitCode === 0 ? "passed" : "failed", command, exitCode, output };
}

async function projectCheck(names: readonly string[], context: ToolContext): Promise<FinalCheck> {
  const command = names.join(", ");
  try {
    const report = await runChecks({ checks: names }, context);
    const ran = report.checks.some(({ outcome }) => outcome !== "skipped");
    const output = checkReportText(report);
    if (!ran) return { status: "not-run", command, reason: output };
    return { status: report.passed ? "passed" : "failed", command, output };
  } catch (error) {
    // The change is made: a missing check must not hide its result.
    if (!ToolError.isInstance(error)) throw error;
    return { status: "not-run", command, reason: error.message };
  }
}
