import { type Diagnostic, type ToolContext, ToolError } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import type { Operation } from "../operation.js";
import { missingPath } from "../paths/index.js";

/**
 * Milliseconds for the servers' answers: a cold start of a large project takes time, and the model waits for the
 * result.
 */
export const DIAGNOSTICS_BUDGET_MS = 30_000;

/** Diagnostics returned without a requested limit. */
export const DEFAULT_DIAGNOSTICS_LIMIT = 100;

/** Most diagnostics returned, whatever limit is requested. */
export const MAX_DIAGNOSTICS_LIMIT = 500;

/** Most files and folders in one call. */
export const MAX_DIAGNOSTICS_PATHS = 50;

/** Severities of diagnostics, from the most to the least severe. */
export const DIAGNOSTIC_SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** Input of a diagnostics request. */
export interface GetDiagnosticsInput {
  /** Files and folders. Default: the session's cwd. */
  readonly paths?: readonly string[] | undefined;
  /** The least severe level to return. Default `"warning"`. */
  readonly severity?: Diagnostic["severity"] | undefined;
  /** At least 1. */
  readonly limit?: number | undefined;
}

/** Diagnostics of language servers. */
export interface GetDiagnosticsOutput {
  /** The most severe first; those of one severity by path, then line, then column. */
  readonly diagnostics: readonly Diagnostic[];
  /** Number of diagnostics of each requested severity, whether returned or not. */
  readonly counts: Readonly<Record<Diagnostic["severity"], number>>;
  /** Number of diagnostics that are not returned. */
  readonly omitted: number;
  /** `false`: a server did not answer in time, or not every file was checked. */
  readonly complete: boolean;
  readonly servers: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Requests diagnostics of files and folders from language servers, which are started where that is allowed.
 *
 * Unreadable files (secrets, files that a rule excludes) are omitted. Errors: `invalid-input`, `not-found`, and the
 * errors of the workspace.
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
        `Pass 1 to ${MAX_DIAGNOSTICS_PATHS} paths, not ${paths.length}. A folder includes all its files.`,
        {
          code: "invalid-input",
        },
      );
    }
    if (!Number.isInteger(limit) || limit < 1) {
      throw new ToolError(`limit must be an integer of at least 1, but it is ${limit}.`, {
        code: "invalid-input",
      });
    }
    const locations: string[] = [];
    for (const path of paths ?? [context.cwd]) locations.push(await existingPath(path, context));
    const report = await context.diagnostics.current(locations, { budgetMs: DIAGNOSTICS_BUDGET_MS });
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

async function existingPath(path: string, context: ToolContext): Promise<string> {
  const location = await context.files.locate(path);
  if (location.secret) {
    throw new ToolError("Refusing to read env file. Reading secrets is not permitted.", {
      code: "reading-secret-file",
      absolutePath: location.path,
    });
  }
  if (location.stat !== undefined) return location.path;
  throw await missingPath(location.path, context);
}

/** Keeps the diagnostics of readable files: a message quotes its file. */
async function readableOnly(
  diagnostics: readonly Diagnostic[],
  context: ToolContext,
): Promise<readonly Diagnostic[]> {
  const excluded = new Map<string, boolean>();
  const pause = createYield(context.signal);
  for (const { path } of diagnostics) {
    if (!excluded.has(path)) excluded.set(path, await context.files.isExcluded(path));
    await pause();
  }
  return diagnostics.filter(({ path }) => excluded.get(path) === false);
}
