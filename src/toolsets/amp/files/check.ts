import * as z from "zod";
import { type CheckReport, checkOperation, checkReportText } from "../../../tools/index.js";
import { face } from "../../face.js";
import { folderParameter } from "../../folder-parameter.js";

/** Amp's Check: runs the project's own type checkers, linters and tests. */
export const check = () =>
  face(checkOperation, {
    name: "Check",
    description: `Runs the checks that the project itself has (type checker, linter, format check, build, tests) and returns the failures, with file, line, message and rule.

- Detected from the files of the project: scripts of package.json, tsconfig.json, Biome, ESLint, Vitest, Jest, cargo, go, mypy, Ruff, pytest, targets of make. Nothing has to be set up.
- Run it when you have finished a change. While you work, ask for one kind: checks: ["typecheck"].
- With list, it only returns the checks that exist, and the commands of the CI.
- There is no time limit for the call; each check has its own.`,
    inputSchema: z.object({
      checks: z
        .array(z.string())
        .describe(
          'Checks to run, by name ("lint", "cargo test") or kind: typecheck, lint, format, check, build, test. Default: all',
        )
        .optional(),
      paths: z
        .array(z.string())
        .describe("Files or folders whose problems you want; problems elsewhere are only counted")
        .optional(),
      cwd: folderParameter("Folder of the project (absolute path). Default: the working directory"),
      list: z.boolean().describe("Only list the checks; run nothing").optional(),
    }),
    aliases: ["run_checks"],
    parameterAliases: {
      checks: ["names", "kinds"],
      paths: ["files"],
      cwd: ["workdir", "dir_path", "directory"],
    },
    toInput: ({ checks, paths, cwd, list }) => ({
      checks,
      paths,
      cwd,
      list,
    }),
    toResult: (report): CheckReport => report,
    render: (report) => checkReportText(report),
  });
