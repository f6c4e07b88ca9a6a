import type { AnyTool } from "../../contract/index.js";
import { PROVIDER_NAMES } from "../portability/index.js";
import type { TestRunner } from "../test-runner.js";
import {
  checkAbort,
  checkBadInputs,
  checkDeterminism,
  checkJson,
  checkOutputLimits,
  checkProvider,
  checkReadOnly,
  checkResourceKeys,
  checkSamples,
  checkSchema,
  readOnlyDeclaration,
} from "./checks/index.js";
import { conformanceSubject } from "./conformance-subject.js";
import type { DescribeToolOptions } from "./describe-tool-options.js";
import { isDeterministic } from "./is-deterministic.js";

/**
 * Declares tests that a tool keeps every promise a runtime relies on. Each runs the tool through the whole pipeline, in
 * folders of its own.
 *
 * Bad inputs are tried as well. They name nothing that exists, and by default nothing outside the folder is allowed; a tool
 * that goes around its context (`node:fs`, `fetch`) is not held by that.
 *
 * A failure is an `Error` that names the tool, the promise, what was seen and the remedy.
 *
 * @example
 * import { describe, it } from "vitest";
 *
 * describeTool(countWords, { describe, it }, {
 *   files: { "a.txt": "one two three" },
 *   samples: [{ input: { path: "a.txt" } }],
 * });
 */
export function describeTool(tool: AnyTool, runner: TestRunner, options: DescribeToolOptions = {}): void {
  const subject = conformanceSubject(tool, options);
  runner.describe(`the tool ${tool.name}`, () => {
    for (const provider of options.providers ?? PROVIDER_NAMES) {
      runner.it(`can be sent to ${provider} as it is`, () => checkProvider(subject, provider));
    }
    if ((options.providers ?? PROVIDER_NAMES).length > 1) {
      runner.it("has a schema that every provider understands alike", () => checkSchema(subject));
    }
    runner.it("does what its samples ask", () => checkSamples(subject));
    runner.it("answers bad input with an error for the model, and never throws", () =>
      checkBadInputs(subject),
    );
    runner.it("ends promptly when it is aborted, and leaves nothing behind", () => checkAbort(subject));
    runner.it("declares every path it touches", () => checkResourceKeys(subject));
    const declaration = readOnlyDeclaration(tool);
    if (declaration !== undefined) runner.it(`writes nothing: ${declaration}`, () => checkReadOnly(subject));
    runner.it("keeps its output in its limits", () => checkOutputLimits(subject));
    if (isDeterministic(tool, options)) {
      runner.it("gives the same for the same input and files", () => checkDeterminism(subject));
    }
    runner.it("answers with JSON", () => checkJson(subject));
  });
}
