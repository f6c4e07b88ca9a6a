import { randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { type ModuleRequest, type ShellOutcome, ToolError } from "../../../contract/index.js";
import type { LocalShell } from "../shell/index.js";
import { importFailure } from "./import-failure.js";
import { loaderOptions } from "./loader-arguments.js";
import { isStandaloneProgram, standaloneEnvironment, TRIAL_VARIABLE } from "./standalone-program.js";
import { trialParameters } from "./trial-parameters.js";
import { TRIAL_MARK, type TrialReport } from "./trial-program.js";

/** The end of an output, kept in bounded memory. */
class OutputEnd {
  readonly #maxBytes: number;
  #kept: Buffer = Buffer.alloc(0);

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(chunk: Uint8Array): void {
    const all = Buffer.concat([this.#kept, chunk]);
    // A view would retain the whole joined buffer.
    this.#kept = all.length > this.#maxBytes ? Buffer.from(all.subarray(-this.#maxBytes)) : all;
  }

  get text(): string {
    return this.#kept.toString("utf8");
  }
}

/** Bytes of a trial's output that are examined: far more than a report or an error needs. */
const MAX_KEPT_BYTES = 65_536;

/** Exit code of Node for a process with a promise that never settles (a top-level `await`). */
const UNSETTLED_EXIT_CODE = 13;

/**
 * Imports a module in a separate process first, to test that it loads: a module that hangs, exits or crashes
 * there would do the same to the host.
 *
 * The process loads modules as this one does: same environment, working directory and loaders. Throws as
 * `importModule` of the port does.
 */
export async function tryModule(
  { path, timeoutMs, signal }: ModuleRequest,
  shell: Pick<LocalShell, "runProgram">,
): Promise<void> {
  if (process.env[TRIAL_VARIABLE] !== undefined)
    throw new ToolError(
      "This process was started to try a module, so it tries no other. A module must not discover tools while it loads.",
      { code: "import-failed", absolutePath: path },
    );
  if (isStandaloneProgram())
    throw new ToolError(
      "This host is a program that contains its own code, so a module cannot be tried in a separate process. Run the host with Node, Bun or Deno, or pass the module's tools as the option tools.",
      { code: "import-failed", absolutePath: path },
    );
  const url = pathToFileURL(path).href;
  const mark = `${TRIAL_MARK}${randomUUID()} `;
  const printed = { stdout: new OutputEnd(MAX_KEPT_BYTES), stderr: new OutputEnd(MAX_KEPT_BYTES) };
  const outcome = await shell.runProgram({
    program: process.execPath,
    parameters: [...trialParameters(path), url, mark],
    input: "",
    cwd: process.cwd(),
    environment: trialEnvironment(process.env),
    signal,
    timeoutMs,
    onOutput: (chunk, stream) => printed[stream].add(chunk),
  });
  const report = reportIn(printed.stdout.text, mark);
  if (report?.outcome === "loaded") return;
  if (report !== undefined) throw importFailure(report, path, lineIn(printed.stderr.text, url));
  throw withoutReport(outcome, { path, timeoutMs });
}

/** The module sees the whole environment when it is imported, so the trial gets all of it too. */
function trialEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) if (value !== undefined) environment[name] = value;
  if (environment.NODE_OPTIONS !== undefined)
    environment.NODE_OPTIONS = loaderOptions(environment.NODE_OPTIONS);
  return { ...environment, ...standaloneEnvironment };
}

function reportIn(output: string, mark: string): TrialReport | undefined {
  const start = output.lastIndexOf(mark);
  if (start < 0) return undefined;
  const line = output.slice(start + mark.length).split("\n", 1)[0] ?? "";
  try {
    return JSON.parse(line) as TrialReport;
  } catch {
    return undefined;
  }
}

/** Returns the first line number of the module in the printed error. */
function lineIn(printed: string, url: string): number | undefined {
  const start = printed.indexOf(`${url}:`);
  const line = start < 0 ? Number.NaN : Number.parseInt(printed.slice(start + url.length + 1), 10);
  return Number.isNaN(line) ? undefined : line;
}

function withoutReport(
  { exitCode, signal, reason }: ShellOutcome,
  { path, timeoutMs }: Pick<ModuleRequest, "path" | "timeoutMs">,
): ToolError {
  if (reason === "abort") return new ToolError("The import was cancelled.", { code: "cancelled" });
  if (reason === "timeout") {
    return new ToolError(
      `The import did not finish within ${timeoutMs} ms, so it was stopped. A module must not wait or loop while it loads; do that in execute.`,
      { code: "import-hangs", absolutePath: path },
    );
  }
  if (exitCode === UNSETTLED_EXIT_CODE) {
    return new ToolError(
      "The import never finishes: a top-level await waits for a promise that never settles.",
      { code: "import-hangs", absolutePath: path },
    );
  }
  const how = exitCode === null ? `was ended by ${signal ?? "a signal"}` : `ended with exit code ${exitCode}`;
  return new ToolError(
    `The process ${how} while it imported the module. A module must not call process.exit or crash while it loads.`,
    { code: "import-exits", absolutePath: path },
  );
}
