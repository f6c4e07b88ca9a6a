import type { ToolDescriptor, ToolWarning } from "../../adapters/openai/index.js";
import { lintPortability } from "../../schema/index.js";
import { exportWarnings, type ProviderName } from "./providers.js";

/** What makes a tool another one than its author wrote: it is missing, or its names are. The rest only moves into words. */
const SERIOUS: readonly ToolWarning["type"][] = ["tool-skipped", "tool-renamed", "parameter-renamed"];

/** Why a provider would get another tool than the author wrote, or none; empty for a tool that reaches it as it is. */
export function providerProblems(
  provider: ProviderName,
  tools: readonly ToolDescriptor[],
): readonly string[] {
  return exportWarnings(provider, tools)
    .filter(({ type }) => SERIOUS.includes(type))
    .map(
      ({ toolName, path, message }) =>
        `${provider}: ${toolName}${path === undefined ? "" : ` at ${path}`}: ${message}`,
    );
}

/**
 * What in a tool's schema not every provider understands, with what to write instead.
 *
 * @param acceptKeywords - keywords that may stay
 */
export function schemaProblems(
  tools: readonly ToolDescriptor[],
  acceptKeywords: readonly string[] = [],
): readonly string[] {
  return tools.flatMap((tool) =>
    lintPortability(tool)
      .filter(({ path }) => !acceptKeywords.includes(path.slice(path.lastIndexOf("/") + 1)))
      .map(({ toolName, path, message }) => `${toolName} at ${path}: ${message}`),
  );
}
