import type { AnyTool } from "../../contract/index.js";
import { readMembers } from "../../runtime/index.js";
import type { KeysOf } from "../../values/index.js";
import { PROVIDER_NAMES, requireProviders } from "../portability/index.js";
import {
  memberOf,
  requireList,
  requireObject,
  requireTexts,
  requireTool,
  unusable,
} from "../require-arguments.js";
import type { TestRunner } from "../test-runner.js";
import {
  checkAbort,
  checkBadInputs,
  checkDeterminism,
  checkFacts,
  checkForeignFiles,
  checkInput,
  checkJson,
  checkLeftovers,
  checkOutputLimits,
  checkPrinting,
  checkProvider,
  checkReadOnly,
  checkRequests,
  checkResourceKeys,
  checkSamples,
  checkSchema,
  checkStableKeys,
  promisesNoRequests,
  readOnlyDeclaration,
} from "./checks/index.js";
import { conformanceSubject } from "./conformance-subject.js";
import {
  type ConformanceLimits,
  type DescribeToolOptions,
  isDeterministic,
} from "./describe-tool-options.js";

const OPTION_NAMES = {
  files: true,
  permissions: true,
  approvals: true,
  backend: true,
  tools: true,
  samples: true,
  deterministic: true,
  limits: true,
  providers: true,
  acceptKeywords: true,
} as const satisfies KeysOf<DescribeToolOptions>;

const LIMIT_NAMES = {
  callMs: true,
  abortMs: true,
  ownOutputBytes: true,
  selfBoundedBytes: true,
} as const satisfies KeysOf<ConformanceLimits>;

/**
 * Declares tests that a tool keeps every promise that a runtime relies on. Each test runs the tool through the whole
 * pipeline, in its own folders.
 *
 * The tests also send bad inputs. These name no existing file, and by default everything outside the folder is denied.
 * This does not restrict a tool that bypasses its context (`node:fs`, `fetch`); other tests report it, on Node.
 *
 * A failure is an `Error` that names the tool, the promise, the observation and the remedy.
 *
 * @example
 * import { describe, it } from "vitest";
 *
 * describeTool(countWords, { describe, it }, {
 *   files: { "a.txt": "one two three" },
 *   samples: [{ input: { path: "a.txt" } }],
 * });
 */
export function describeTool(tool: AnyTool, runner: TestRunner, given: DescribeToolOptions = {}): void {
  requireTool("The tool of describeTool", tool);
  requireObject("The metadata of the tool of describeTool", memberOf(tool, "metadata"));
  requireObject("The annotations of the tool of describeTool", memberOf(tool, "annotations"));
  const form = {
    form: "an object with describe and it",
    members: { describe: "function", it: "function" },
  } as const;
  requireObject("runner of describeTool", runner, form);
  const options = usableOptions(given);
  const subject = conformanceSubject(tool, options);
  runner.describe(`the tool ${tool.name}`, () => {
    for (const provider of options.providers ?? PROVIDER_NAMES) {
      runner.it(`can be sent to ${provider} unchanged`, () => checkProvider(subject, provider));
    }
    if ((options.providers ?? PROVIDER_NAMES).length > 1) {
      runner.it("has a schema that every provider interprets in the same way", () => checkSchema(subject));
    }
    runner.it("ends each sample with the expected outcome", () => checkSamples(subject));
    runner.it("returns an error for bad input and never throws", () => checkBadInputs(subject));
    runner.it("ends promptly when aborted and leaves no partial changes", () => checkAbort(subject));
    runner.it("declares every path it accesses", () => checkResourceKeys(subject));
    runner.it("declares facts for its paths", () => checkFacts(subject));
    runner.it("returns equal keys and facts for an equal input", () => checkStableKeys(subject));
    runner.it("leaves its input unchanged", () => checkInput(subject));
    runner.it("leaves no timers and no processes", () => checkLeftovers(subject));
    runner.it("prints nothing to the standard output", () => checkPrinting(subject));
    if (promisesNoRequests(tool)) {
      runner.it(`contacts no servers: kind is "${tool.kind}"`, () => checkRequests(subject));
    }
    if (options.backend !== "temp") {
      runner.it("opens files only through its context", () => checkForeignFiles(subject));
    }
    const declaration = readOnlyDeclaration(tool);
    if (declaration !== undefined) runner.it(`writes no files: ${declaration}`, () => checkReadOnly(subject));
    runner.it("keeps its output within the limits", () => checkOutputLimits(subject));
    if (isDeterministic(tool, options)) {
      runner.it("returns equal results for equal input and files", () => checkDeterminism(subject));
    }
    runner.it("returns JSON", () => checkJson(subject));
  });
}

/** Returns the options of the host; throws an error that names the option which cannot be used. */
function usableOptions(given: DescribeToolOptions): DescribeToolOptions {
  const options = readMembers<DescribeToolOptions>(given, "The options of describeTool", OPTION_NAMES);
  const { files, tools, samples, limits, deterministic, providers, acceptKeywords } = options;
  if (files !== undefined) requireObject("files of describeTool", files);
  if (tools !== undefined) {
    requireList("tools of describeTool", tools);
    for (const [index, tool] of tools.entries()) requireTool(`tools[${index}] of describeTool`, tool);
  }
  if (samples !== undefined) {
    requireList("samples of describeTool", samples);
    for (const [index, sample] of samples.entries())
      requireObject(`samples[${index}] of describeTool`, sample);
  }
  const numbers = readMembers<ConformanceLimits>(
    limits,
    "The options of limits of describeTool",
    LIMIT_NAMES,
  );
  for (const [name, limit] of Object.entries(numbers)) {
    if (typeof limit !== "number" || !(limit >= 0))
      throw unusable(`limits.${name} of describeTool`, "a number of at least 0", limit);
  }
  if (deterministic !== undefined && typeof deterministic !== "boolean") {
    throw unusable("deterministic of describeTool", "true or false", deterministic);
  }
  if (providers !== undefined) requireProviders("providers of describeTool", providers);
  if (acceptKeywords !== undefined) requireTexts("acceptKeywords of describeTool", acceptKeywords);
  return options;
}
