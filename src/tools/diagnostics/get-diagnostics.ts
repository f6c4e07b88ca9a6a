import { type Diagnostic, type ToolContext, ToolError } from "../../contract/index.js";
import type { Operation } from "../operation.js";

/** Milliseconds for the servers' answers: a cold start of a big project takes its time, and the model asked for it. */
export const DIAGNOSTICS_BUDGET_MS = 30_000;

/** Diagnostics given when no limit is asked for. */
export const DEFAULT_DIAGNOSTICS_LIMIT = 100;

/** Diagnostics given whatever limit is asked for. */
export const MAX_DIAGNOSTICS_LIMIT = 500;

/** Files and folders in one call. */
export const MAX_DIAGNOSTICS_PATHS = 50;

/** From the worst to the mildest. */
export const DIAGNOSTIC_SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** What to look at. */
export interface GetDiagnosticsInput {
  /** Files and folders. Default: the session's cwd. */
  readonly paths?: readonly string[];
  /** The mildest severity that is given. Default `"warning"`. */
  readonly severity?: Diagnostic["severity"];
  /** At least 1. */
  readonly limit?: number;
}

/** What language servers say. */
export interface GetDiagnosticsOutput {
  /** The worst first; those of one severity by path, then line, then column. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many there are of each severity that was asked for, given or not. */
  readonly counts: Readonly<Record<Diagnostic["severity"], number>>;
  /** What is behind those given. */
  readonly omitted: number;
  /** `false`: a server had not answered in time, or not every file was looked at. */
  readonly complete: boolean;
  readonly servers: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Asks language servers about files and folders, starting the servers where that is allowed.
 *
 * What may not be read (secrets, files that a rule keeps back) is left out. Errors: `invalid-input`, `not-found`, and what the
 * workspace refuses.
 */
export const getDiagnosticsOperation: Operation<GetDiagnosticsInput, GetDiagnosticsOutput> = {
  kind: "read",
  annotations: { readOnlyHint: true },
  requires: ["diagnostics"],
  executionProfile: {
    resourceKeys: ({ paths }, { cwd }) =>
      (paths ?? [cwd]).map((path) => ({ key: `directory:${path}`, mode: "read", scope: "subtree" })),
  },
  facts: ({ paths }, { cwd }) => ({ paths: (paths ?? [cwd]).map((path) => ({ path, access: "read" })) }),
  async run({ paths, severity = "warning", limit = DEFAULT_DIAGNOSTICS_LIMIT }, context) {
    if (paths !== undefined && (paths.length === 0 || paths.length > MAX_DIAGNOSTICS_PATHS)) {
      throw new ToolError(
        `Give 1 to ${MAX_DIAGNOSTICS_PATHS} paths, not ${paths.length}. A folder stands for all in it.`,
        {
          code: "invalid-input",
        },
      );
    }
    if (!Number.isInteger(limit) || limit < 1) {
      throw new ToolError(`limit must be a whole number of at least 1, but it is ${limit}.`, {
        code: "invalid-input",
      });
    }
    const places: string[] = [];
    for (const path of paths ?? [context.cwd]) places.push(await existingPlace(path, context));
    const report = await context.diagnostics.current(places, { budgetMs: DIAGNOSTICS_BUDGET_MS });
    const wanted = DIAGNOSTIC_SEVERITIES.slice(0, DIAGNOSTIC_SEVERITIES.indexOf(severity) + 1);
    const bySeverity = wanted.map((each) => report.diagnostics.filter((one) => one.severity === each));
    const readable = await readableOnly(bySeverity.flat(), context);
    const given = readable.slice(0, Math.min(limit, MAX_DIAGNOSTICS_LIMIT));
    const count = (each: Diagnostic["severity"]) => readable.filter((one) => one.severity === each).length;
    return {
      diagnostics: given,
      counts: {
        error: count("error"),
        warning: count("warning"),
        information: count("information"),
        hint: count("hint"),
      },
      omitted: readable.length - given.length,
      complete: report.complete,
      servers: report.servers,
      problems: report.problems,
    };
  },
};

async function existingPlace(path: string, context: ToolContext): Promise<string> {
  const location = await context.files.locate(path);
  if (location.stat !== undefined) return location.path;
  throw new ToolError(`ENOENT: no such file or directory '${location.path}'. Use glob to find it.`, {
    code: "not-found",
    absolutePath: location.path,
  });
}

/** A message quotes the file it is about. */
async function readableOnly(
  diagnostics: readonly Diagnostic[],
  context: ToolContext,
): Promise<readonly Diagnostic[]> {
  const excluded = new Map<string, boolean>();
  for (const { path } of diagnostics) {
    if (!excluded.has(path)) excluded.set(path, await context.files.isExcluded(path));
  }
  return diagnostics.filter(({ path }) => excluded.get(path) === false);
}
