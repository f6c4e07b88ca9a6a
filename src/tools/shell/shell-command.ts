import type { Operation } from "../operation.js";
import type { JobReport } from "./jobs/job-report.js";
import { startJobOperation } from "./jobs/start-job.js";
import { type RunCommandInput, type RunCommandOutput, runCommandOperation } from "./run-command.js";

/** A command to run, and whether to wait for it. */
export interface ShellCommandInput extends RunCommandInput {
  /** `background` starts a job. Default `"wait"`. */
  readonly mode?: "wait" | "background" | undefined;
}

/** Result of the command, or the job that was started for it. */
export type ShellCommandOutput =
  | { readonly mode: "wait"; readonly ended: RunCommandOutput }
  | { readonly mode: "background"; readonly job: JobReport };

/**
 * Runs a command, or starts it in the background: combines `runCommandOperation` and `startJobOperation` in one tool.
 */
export const shellCommandOperation: Operation<ShellCommandInput, ShellCommandOutput> = {
  ...runCommandOperation,
  async run(input, context) {
    return input.mode === "background"
      ? { mode: "background", job: await startJobOperation.run(input, context) }
      : { mode: "wait", ended: await runCommandOperation.run(input, context) };
  },
};

/** Runs a command of PowerShell, or starts it in the background; for a backend whose shell runs that language. */
export const powerShellCommandOperation: Operation<
  Omit<ShellCommandInput, "language">,
  ShellCommandOutput
> = {
  ...shellCommandOperation,
  requires: ["shell", "powershell"],
  facts: (input, environment) =>
    shellCommandOperation.facts({ ...input, language: "powershell" }, environment),
  run: (input, context) => shellCommandOperation.run({ ...input, language: "powershell" }, context),
};
