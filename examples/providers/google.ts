import { type Content, type GenerateContentParameters, GoogleGenAI } from "@google/genai";
import { parseToolCalls, toToolResults, toTools } from "collet/google";
import { type Agent, type AgentOptions, MAX_TURNS, replay, tooManyTurns } from "./agent.js";

/** The part of a response that the loop reads. */
interface Reply {
  readonly candidates?: { readonly content?: Content }[];
}

/** Requests a reply from the real model or the recording. */
type Ask = (request: GenerateContentParameters) => Promise<Reply>;

const MODEL = "gemini-3-flash";

/** Creates an agent over the Gemini API if GEMINI_API_KEY is set, otherwise over the recording. */
export function googleAgent(environment: NodeJS.ProcessEnv): Agent {
  const apiKey = environment.GEMINI_API_KEY;
  if (!apiKey) return { model: "a recording", run: (options) => loop(replay(RECORDED), MODEL, options) };
  const client = new GoogleGenAI({ apiKey });
  const model = environment.GEMINI_MODEL || MODEL;
  return {
    model,
    run: (options) => loop((request) => client.models.generateContent(request), model, options),
  };
}

async function loop(ask: Ask, model: string, { runtime, task, say }: AgentOptions): Promise<void> {
  const contents: Content[] = [{ role: "user", parts: [{ text: task }] }];
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const reply = await ask({ model, contents, config: { tools: toTools(runtime.tools()) } });
    const content = reply.candidates?.[0]?.content;
    if (content === undefined) throw new Error("The reply of the model has no content.");
    for (const { text, thought } of content.parts ?? []) if (text && !thought) say(text);
    const calls = parseToolCalls(content, { tools: runtime.tools() });
    if (calls.length === 0) return;
    const results = await runtime.executeBatch(calls);
    // Send the content back unchanged: newer models require their thought signatures.
    contents.push(content, toToolResults(results));
  }
  throw tooManyTurns();
}

/** Recorded replies to the task of this example. The calls have no ids. */
export const RECORDED: readonly Reply[] = [
  {
    candidates: [
      {
        content: {
          role: "model",
          parts: [
            { functionCall: { name: "Read", args: { path: "README.md" } }, thoughtSignature: "c2lnbmVk" },
            { functionCall: { name: "glob", args: { filePattern: "src/*.js" } } },
          ],
        },
      },
    ],
  },
  { candidates: [{ content: { role: "model", parts: [{ text: "It turns timesheets into invoices." }] } }] },
];
