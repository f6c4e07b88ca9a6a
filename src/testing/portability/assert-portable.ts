import type { ToolDescriptor } from "../../adapters/openai/index.js";
import { readMembers } from "../../runtime/index.js";
import { requireKnownValue } from "../../values/index.js";
import { requireList, requireTexts, requireTool } from "../require-arguments.js";
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
  options: PortabilityOptions = {},
): void {
  requireList("tools of assertPortable", tools);
  for (const [index, tool] of tools.entries()) requireTool(`tools[${index}] of assertPortable`, tool);
  requireProviders("providers of assertPortable", providers);
  const { acceptKeywords } = readMembers<PortabilityOptions>(options, "The options of assertPortable", {
    acceptKeywords: true,
  });
  if (acceptKeywords !== undefined) requireTexts("acceptKeywords of assertPortable", acceptKeywords);
  const problems = [
    ...providers.flatMap((provider) => providerProblems(provider, tools)),
    ...(providers.length > 1 ? schemaProblems(tools, acceptKeywords) : []),
  ];
  if (problems.length === 0) return;
  throw new Error(
    `The tools are not portable to ${providers.join(", ")}:\n${problems.map((line) => `- ${line}`).join("\n")}`,
  );
}

/** Throws an error that names an argument unless it is a list of providers. */
export function requireProviders(what: string, given: unknown): void {
  requireTexts(what, given);
  for (const [index, provider] of (given as readonly string[]).entries()) {
    requireKnownValue(`${what}[${index}]`, provider, PROVIDER_NAMES);
  }
}
