import { type ProviderName, providerProblems, schemaProblems } from "../../portability/index.js";
import { brokenPromise } from "../broken-promise.js";
import type { ConformanceSubject } from "../conformance-subject.js";

/** A provider gets the tool as it is, under its own names. */
export async function checkProvider({ tool }: ConformanceSubject, provider: ProviderName): Promise<void> {
  const problems = providerProblems(provider, [tool]);
  if (problems.length === 0) return;
  throw brokenPromise({
    tool,
    promise: `it can be sent to ${provider} as it is.`,
    seen: problems.join("\n"),
    remedy:
      "Use names of letters, digits and underscores, and a schema of objects, arrays, texts, numbers, booleans and enums.",
  });
}

/** Every provider understands the schema alike. */
export async function checkSchema({ tool, options }: ConformanceSubject): Promise<void> {
  const problems = schemaProblems([tool], options.acceptKeywords);
  if (problems.length === 0) return;
  throw brokenPromise({
    tool,
    promise: "every provider understands its schema alike.",
    seen: problems.join("\n"),
    remedy:
      "Write what the lines above say instead, or let keywords pass whose loss does not matter: acceptKeywords.",
  });
}
