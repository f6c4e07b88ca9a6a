import { createToolRuntime } from "collet";
import { copySample } from "../quickstart/sample-project.js";
import type { Agent } from "./agent.js";
import { aiSdkAgent } from "./ai-sdk.js";
import { anthropicAgent } from "./anthropic.js";
import { googleAgent } from "./google.js";
import { openAiAgent } from "./openai.js";

const AGENTS: Readonly<Record<string, (environment: NodeJS.ProcessEnv) => Agent>> = {
  anthropic: anthropicAgent,
  openai: openAiAgent,
  google: googleAgent,
  "ai-sdk": aiSdkAgent,
};

const TASK = "What is this project for? Answer in one sentence.";

/** Runs the agent of a provider in a copy of the sample project. The agent can read and cannot change anything. */
async function main(provider: string): Promise<void> {
  const agentOf = Object.hasOwn(AGENTS, provider) ? AGENTS[provider] : undefined;
  if (agentOf === undefined) throw new Error(`Name a provider: ${Object.keys(AGENTS).join(", ")}.`);
  await using project = await copySample();
  await using runtime = createToolRuntime({
    cwd: project.directory,
    permissions: "read-only",
    onEvent: (event) => {
      if (event.type === "tool-result") console.log(`  ${event.toolName}: ${event.result.status}`);
    },
  });
  const agent = agentOf(process.env);
  console.log(`${provider}, ${agent.model}`);
  await agent.run({ runtime, task: TASK, say: (line) => console.log(line) });
}

try {
  await main(process.argv[2] ?? "");
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
