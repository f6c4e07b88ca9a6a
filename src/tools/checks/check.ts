import { loadOnce } from "../../values/index.js";
import type { Operation } from "../operation.js";
import { filePreview } from "../paths/index.js";
import { visibleText } from "../visible-text.js";
import type { CheckReport } from "./check-report.js";
import type { CheckInput } from "./run-checks.js";

const loadChecks = loadOnce(() => import("./run-checks.js"));
const loadChoice = loadOnce(() => import("./choose-checks.js"));

/**
 * Runs the checks of a project, or lists them.
 *
 * The operation has no time limit (Amp specification), but each check has one. The commands are unknown until the
 * project has been searched, so they are not facts of the call: each is judged separately before it runs, and an
 * approver of the call sees them in the preview. See {@link runChecks}.
 */
export const checkOperation: Operation<CheckInput, CheckReport> = {
  requires: ["shell"],
  kind: "execute",
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  executionProfile: { serial: true },
  facts: ({ cwd: asked }, { cwd }) => ({ paths: [{ path: asked ?? cwd, access: "read" }] }),
  timeoutMs: false,
  preview: (input, context) =>
    filePreview(async () => {
      const [{ locateChecks }, { chooseChecks, nothingFoundText }] = await Promise.all([
        loadChecks(),
        loadChoice(),
      ]);
      const found = await locateChecks(input, context);
      if (input.list === true && found.checks.length === 0) return visibleText(nothingFoundText(found));
      const chosen = chooseChecks(found, input.checks);
      const rows = chosen.map(({ name, command }) => `${visibleText(name)}: ${visibleText(command)}`);
      const what = input.list === true ? "Lists, and does not run:" : "Runs:";
      return [`${what} in ${visibleText(found.folder)}`, ...rows].join("\n");
    }),
  async run(input, context) {
    const { runChecks } = await loadChecks();
    const report = await runChecks(input, context);
    context.note({
      folder: report.folder,
      checks: report.checks.map(({ name, command, outcome, exitCode, durationMs, problemCount }) => ({
        name,
        command,
        outcome,
        exitCode,
        durationMs,
        problemCount,
      })),
    });
    return report;
  },
};
