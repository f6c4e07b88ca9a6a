import { type AgentOptions, runAgent } from "./agent-loop.js";
import { durationScript } from "./duration-script.js";
import { runOpenAiAgent } from "./openai-loop.js";
import { ScriptedModel } from "./scripted-model.js";

const DEFAULT_ANTHROPIC_MODEL = "claude-sonnet-5-5";
const DEFAULT_OPENAI_MODEL = "gpt-5.4-mini";
const MAX_REPLY_TOKENS = 8_192;

const TASK = "A test of this project fails. Find the bug, fix it, and run the tests to verify the fix.";

/** An agent for the sample project. */
export interface Agent {
  /** The model, and why it was chosen, as text for the terminal. */
  readonly title: string;
  run(options: AgentOptions): Promise<void>;
}

/** Returns the agent of the real model for which the environment has a key, otherwise of the script. */
export async function chooseAgent(directory: string, environment: NodeJS.ProcessEnv): Promise<Agent> {
  const system = `You are a coding agent. The project is in ${directory}. Run its tests with: node --test`;
  if (environment.ANTHROPIC_API_KEY) {
    const sdk = await installed(() => import("@anthropic-ai/sdk"));
    if (sdk === undefined) return scripted(directory, "@anthropic-ai/sdk is not installed");
    const client = new sdk.default();
    const model = environment.ANTHROPIC_MODEL || DEFAULT_ANTHROPIC_MODEL;
    return {
      title: model,
      run: (options) =>
        runAgent(
          ({ messages, tools, signal }) =>
            client.messages.create(
              { model, max_tokens: MAX_REPLY_TOKENS, system, messages, tools },
              { signal },
            ),
          TASK,
          options,
        ),
    };
  }
  if (environment.OPENAI_API_KEY) {
    const sdk = await installed(() => import("openai"));
    if (sdk === undefined) return scripted(directory, "openai is not installed");
    const client = new sdk.default();
    const model = environment.OPENAI_MODEL || DEFAULT_OPENAI_MODEL;
    return { title: model, run: (options) => runOpenAiAgent(client, model, { system, task: TASK }, options) };
  }
  return scripted(directory, "set ANTHROPIC_API_KEY or OPENAI_API_KEY to use a real one");
}

function scripted(directory: string, why: string): Agent {
  const model = new ScriptedModel(durationScript(directory));
  return {
    title: `a scripted model (${why})`,
    async run(options) {
      await runAgent(model.reply, TASK, options);
      model.assertComplete();
    },
  };
}

async function installed<Module>(load: () => Promise<Module>): Promise<Module | undefined> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
