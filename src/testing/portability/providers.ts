import { toTools as toAiSdkTools } from "../../adapters/ai-sdk/index.js";
import { toTools as toAnthropicTools } from "../../adapters/anthropic/index.js";
import { toTools as toGoogleTools } from "../../adapters/google/index.js";
import { toTools as toLangChainTools } from "../../adapters/langchain/index.js";
import {
  type ToolDescriptor,
  type ToolWarning,
  toTools as toOpenAITools,
} from "../../adapters/openai/index.js";

/** The providers and frameworks that tools can be exported to. */
export type ProviderName = "anthropic" | "openai" | "google" | "ai-sdk" | "langchain";

type Export = (
  tools: readonly ToolDescriptor[],
  options: { readonly onWarning: (warning: ToolWarning) => void },
) => unknown;

const EXPORTS: Readonly<Record<ProviderName, Export>> = {
  anthropic: toAnthropicTools,
  openai: toOpenAITools,
  google: toGoogleTools,
  "ai-sdk": toAiSdkTools,
  langchain: toLangChainTools,
};

/** Every {@link ProviderName}, sorted. */
export const PROVIDER_NAMES: readonly ProviderName[] = [
  "ai-sdk",
  "anthropic",
  "google",
  "langchain",
  "openai",
];

/** Returns the warnings about tools, names and constraints that an export to a provider would skip, rename or lose. */
export function exportWarnings(
  provider: ProviderName,
  tools: readonly ToolDescriptor[],
): readonly ToolWarning[] {
  const warnings: ToolWarning[] = [];
  EXPORTS[provider](tools, { onWarning: (warning) => warnings.push(warning) });
  return warnings;
}
