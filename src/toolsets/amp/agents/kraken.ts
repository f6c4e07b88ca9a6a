import * as z from "zod";
import { counted } from "../../../text/index.js";
import {
  type FinalCheck,
  type KrakenFile,
  type KrakenOutput,
  krakenOperation,
  MAX_KRAKEN_FILES,
  visibleText,
} from "../../../tools/index.js";
import { face } from "../../face.js";

/** Result of Amp's kraken. */
export interface AmpKrakenResult {
  /** Every file of the change, by path. */
  readonly files: readonly KrakenFile[];
  /** Groups of files, each edited by one subagent. */
  readonly groups: KrakenOutput["groups"];
  readonly check?: FinalCheck;
}

/** Amp's kraken: changes many files at once. */
export const kraken = () =>
  face(krakenOperation, {
    name: "kraken",
    description: `Makes one change in many files: a rename, a new signature, a migration. A subagent plans, several work in parallel, each on its own files, and a check runs at the end.

- State in task exactly what changes into what, and what stays. Name the files, or pass a glob; without either, a subagent finds them.
- If the subagent of a group of files fails, its changes are undone; those of the others stay. The result states the outcome for each file.
- check is a command that fails when something is wrong, such as "npm test"; project_checks are checks that the project has.
- For a handful of files edit them yourself. At most ${MAX_KRAKEN_FILES} files.`,
    inputSchema: z.object({
      task: z.string().describe("The change, in detail: what becomes what, and what stays as it is"),
      files: z.array(z.string()).describe("The files to change").optional(),
      glob: z.string().describe('The files to change as a glob, such as "src/**/*.ts"').optional(),
      check: z.string().describe("A shell command to run at the end; exit code 0 means success").optional(),
      project_checks: z
        .array(z.string())
        .describe('Checks of the project to run at the end, as in Check: "typecheck", "lint", "test", a name')
        .optional(),
    }),
    parameterAliases: { task: ["prompt"], glob: ["filePattern", "pattern"] },
    toInput: ({ task, files, glob, check, project_checks }) => ({
      task,
      files,
      glob,
      ...((check !== undefined || project_checks !== undefined) && {
        check: {
          command: check,
          project: project_checks,
        },
      }),
    }),
    toResult: ({ files, groups, check }): AmpKrakenResult => ({
      files,
      groups,
      ...(check !== undefined && { check }),
    }),
    render: krakenText,
  });

function krakenText({ files, groups, check }: AmpKrakenResult): string {
  const count = (status: KrakenFile["status"]) => files.filter((file) => file.status === status).length;
  const counts = (["changed", "unchanged", "failed", "unplanned"] as const)
    .map((status) => `${count(status)} ${status}`)
    .join(", ");
  const rows = files.map(
    ({ path, status, reason }) =>
      `${status}: ${visibleText(path)}${reason === undefined ? "" : ` (${reason})`}`,
  );
  const said = groups.flatMap(({ status, text }) => (status !== "done" || text === "" ? [] : [`- ${text}`]));
  return [
    `${counted(files.length, "file")} in ${counted(groups.length, "group")}: ${counts}.`,
    ...(check === undefined ? [] : [checkText(check)]),
    rows.join("\n"),
    ...(said.length === 0 ? [] : [`What the subagents say:\n${said.join("\n")}`]),
  ].join("\n\n");
}

function checkText(check: FinalCheck): string {
  if (check.status === "not-run") return `The check did not run: ${check.command}: ${check.reason}`;
  const code = check.exitCode === undefined ? "" : ` with exit code ${check.exitCode}`;
  const verdict = check.status === "passed" ? "passed" : `failed${code}`;
  return `The check ${verdict}: ${check.command}${check.output === "" ? "" : `\n${check.output}`}`;
}
