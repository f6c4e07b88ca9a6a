import type { ToolDescriptor } from "../../adapters/openai/index.js";
import { providerProblems, schemaProblems } from "./portability-problems.js";
import { PROVIDER_NAMES, type ProviderName } from "./providers.js";

/** Options of {@link assertPortable}. */
export interface PortabilityOptions {
  /** Schema keywords to accept although some providers do not understand them: `["exclusiveMinimum"]`. */
  readonly acceptKeywords?: readonly string[];
}

/**
 * Throws an `Error` that lists why tools do not reach providers unchanged: a tool would be omitted or renamed, a parameter
 * would be renamed, or, for more than one provider, a schema contains something that one of them does not understand.
 *
 * @param providers - default: every provider
 *
 * @example
 * assertPortable(runtime.tools(), ["anthropic", "openai"]);
 */
export function assertPortable(
  tools: readonly ToolDescriptor[],
  providers: readonly ProviderName[] = PROVIDER_NAMES,
  { acceptKeywords }: PortabilityOptions = {},
): void {
  const problems = [
    ...providers.flatMap((provider) => providerProblems(provider, tools)),
    ...(providers.length > 1 ? schemaProblems(tools, acceptKeywords) : []),
  ];
  if (problems.length === 0) return;
  throw new Error(
    `The tools are not portable to ${providers.join(", ")}:\n${problems.map((line) => `- ${line}`).join("\n")}`,
  );
}
