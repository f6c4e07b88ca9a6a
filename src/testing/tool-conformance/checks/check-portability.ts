import { type ProviderName, providerProblems, schemaProblems } from "../../portability/index.js";
import { brokenPromise } from "../broken-promise.js";
import type { ConformanceSubject } from "../conformance-subject.js";

/** Checks that a provider receives the tool unchanged, under its own names. */
export async function checkProvider({ tool }: ConformanceSubject, provider: ProviderName): Promise<void> {
  const problems = providerProblems(provider, [tool]);
  if (problems.length === 0) return;
  throw brokenPromise({
    tool,
    promise: `it can be sent to ${provider} unchanged.`,
    seen: problems.join("\n"),
    remedy:
      "Use names of letters, digits and underscores, and a schema of objects, arrays, strings, numbers, booleans and enums.",
  });
}

/** Checks that every provider interprets the schema in the same way. */
export async function checkSchema({ tool, options }: ConformanceSubject): Promise<void> {
  const problems = schemaProblems([tool], options.acceptKeywords);
  if (problems.length === 0) return;
  throw brokenPromise({
    tool,
    promise: "every provider interprets its schema in the same way.",
    seen: problems.join("\n"),
    remedy: "Follow the suggestions above, or accept keywords whose loss does not matter: acceptKeywords.",
  });
}
