import { toTools as toAiSdkTools } from "../../adapters/ai-sdk/index.js";
import { toTools as toAnthropicTools } from "../../adapters/anthropic/index.js";
import { toTools as toGoogleTools } from "../../adapters/google/index.js";
import { toTools as toLangChainTools } from "../../adapters/langchain/index.js";
import {
  type ToolDescriptor,
  type ToolWarning,
  toTools as toOpenAITools,
} from "../../adapters/openai/index.js";

/** Where tools can be sent. */
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

/** Every provider, in the order of the names. */
export const PROVIDER_NAMES: readonly ProviderName[] = [
  "ai-sdk",
  "anthropic",
  "google",
  "langchain",
  "openai",
];

/** What is skipped, renamed or lost when tools are sent to a provider. */
export function exportWarnings(
  provider: ProviderName,
  tools: readonly ToolDescriptor[],
): readonly ToolWarning[] {
  const warnings: ToolWarning[] = [];
  EXPORTS[provider](tools, { onWarning: (warning) => warnings.push(warning) });
  return warnings;
}
