import { counted } from "../../text/index.js";
import { truncateText } from "../../truncation/index.js";
import type { CheckOutcome, CheckReport, CheckResult } from "./check-report.js";
import type { CheckProblem } from "./problems/check-problem.js";
import type { ProjectCheck } from "./project-check.js";

/** Problems of one check that the text names; the rest are counted. */
const MAX_NAMED_PROBLEMS = 20;

/** UTF-16 code units of the end of an output that the text shows where no problem was found in it. */
const MAX_SHOWN_CHARACTERS = 2_000;

/** A shorter end is enough next to problems. */
const MAX_SHOWN_BESIDE_PROBLEMS = 400;

/** Failures first, passed checks last. */
const ORDER: readonly CheckOutcome[] = ["failed", "timed-out", "skipped", "passed"];

/** Formats a report for a model. */
export function checkReportText(report: CheckReport): string {
  if (report.mode === "list") return listText(report);
  const ordered = [...report.checks].sort(
    (left, right) => ORDER.indexOf(left.outcome) - ORDER.indexOf(right.outcome),
  );
  const counted = ORDER.flatMap((outcome) => {
    const count = ordered.filter((check) => check.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  const left = report.notRun.length === 0 ? "" : `\nNot run: ${report.notRun.map(notRunText).join(", ")}.`;
  return [`Checks in ${report.folder}: ${counted.join(", ")}.${left}`, ...ordered.map(resultText)].join(
    "\n\n",
  );
}

function notRunText({ name, note }: ProjectCheck): string {
  return note === undefined ? name : `${name} (${note})`;
}

function resultText(check: CheckResult): string {
  const { name, command, outcome, exitCode, durationMs, reason } = check;
  const seconds = (durationMs / 1_000).toFixed(1);
  const code = outcome === "failed" && exitCode !== undefined ? `, exit code ${exitCode}` : "";
  const why = reason === undefined ? "" : `: ${reason}`;
  const time = outcome === "skipped" ? "" : ` (${seconds} s${code})`;
  return [`${outcome.toUpperCase()} ${name}${time}${why}`, `$ ${command}`, ...details(check)].join("\n");
}

function details(check: CheckResult): readonly string[] {
  const { outcome, problems, problemCount, problemsElsewhere, savedTo } = check;
  const named = problems.slice(0, MAX_NAMED_PROBLEMS).map(problemText);
  const rest = problemCount - named.length;
  const size = problemCount > 0 ? MAX_SHOWN_BESIDE_PROBLEMS : MAX_SHOWN_CHARACTERS;
  const isTold = outcome === "failed" || outcome === "timed-out";
  const tail = isTold ? truncateText(check.outputTail, { maxCharacters: size, keep: "tail" }).text : "";
  return [
    ...named,
    ...(rest > 0 ? [`and ${counted(rest, "more problem")}`] : []),
    ...(problemsElsewhere > 0
      ? [`${counted(problemsElsewhere, "problem")} in files outside the requested paths`]
      : []),
    ...(tail === "" ? [] : ["end of the output:", tail]),
    ...(savedTo === undefined || !isTold ? [] : [`whole output: ${savedTo}`]),
  ];
}

function problemText({ file, line, column, message, rule, severity }: CheckProblem): string {
  const location = [file, line, column].filter((part) => part !== undefined).join(":");
  const named = rule === undefined ? "" : ` (${rule})`;
  return `${location}: ${severity}: ${message.replaceAll("\n", " ")}${named}`;
}

function listText({ folder, notRun, hints, note: nothingFound }: CheckReport): string {
  if (nothingFound !== undefined) return nothingFound;
  const rows = notRun.map(
    ({ name, kind, command, source, note }) =>
      `- ${name} [${kind}]: ${command} (${source})${note === undefined ? "" : `; ${note}`}`,
  );
  const told = hints.map(({ file, command }) => `- ${command} (${file})`);
  return [
    `Checks in ${folder}:`,
    ...rows,
    ...(told.length === 0 ? [] : ["", "Commands of the CI, for information:", ...told]),
  ].join("\n");
}
