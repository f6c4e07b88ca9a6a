import * as aiSdk from "../adapters/ai-sdk/index.js";
import * as anthropic from "../adapters/anthropic/index.js";
import * as google from "../adapters/google/index.js";
import * as langchain from "../adapters/langchain/index.js";
import * as openai from "../adapters/openai/index.js";
import type { AnyTool } from "../contract/index.js";

/** Exports tools in one format. */
type Export = (tools: readonly AnyTool[], onWarning: (message: string) => void) => unknown;

/** The formats that `--for` accepts, in the order of the help. */
export const EXPORT_FORMATS: Readonly<Record<string, Export>> = {
  anthropic: (tools, warn) => anthropic.toTools(tools, { onWarning: ({ message }) => warn(message) }),
  openai: (tools, warn) => openai.toTools(tools, { onWarning: ({ message }) => warn(message) }),
  "openai-chat": (tools, warn) =>
    openai.toTools(tools, { api: "chat", onWarning: ({ message }) => warn(message) }),
  google: (tools, warn) => google.toTools(tools, { onWarning: ({ message }) => warn(message) }),
  "google-parameters": (tools, warn) =>
    google.toTools(tools, { format: "parameters", onWarning: ({ message }) => warn(message) }),
  "ai-sdk": (tools, warn) => {
    const set = aiSdk.toTools(tools, { onWarning: ({ message }) => warn(message) });
    return Object.fromEntries(
      Object.entries(set).map(([name, { description, inputSchema }]) => [
        name,
        { description, inputSchema: inputSchema["~standard"].jsonSchema.input() },
      ]),
    );
  },
  langchain: (tools, warn) => langchain.toTools(tools, { onWarning: ({ message }) => warn(message) }),
};

/** Returns the tools in Collet's own format. */
export function plainExport(tools: readonly AnyTool[]): unknown {
  return tools.map(({ name, description, kind, inputSchema }) => ({ name, description, kind, inputSchema }));
}
