import type { ToolDescriptor, ToolWarning } from "../../adapters/openai/index.js";
import { lintPortability } from "../../schema/index.js";
import { exportWarnings, type ProviderName } from "./providers.js";

/** Warnings that count as problems: a tool is missing, or names change. Others only move constraints into descriptions. */
const SERIOUS: readonly ToolWarning["type"][] = ["tool-skipped", "tool-renamed", "parameter-renamed"];

/** Returns the reasons why a provider would receive a different tool, or none; empty for a tool that reaches it unchanged. */
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
 * Returns the parts of tool schemas that not every provider understands, with alternatives.
 *
 * @param acceptKeywords - keywords to accept
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
