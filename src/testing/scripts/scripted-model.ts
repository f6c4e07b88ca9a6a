import type {
  ModelReply as ContractReply,
  Model,
  ModelMessage,
  ModelRequest,
  ModelUsage,
  ToolCall,
  ToolResult,
} from "../../contract/index.js";
import type { ExecuteOptions, ToolRuntime } from "../../runtime/index.js";
import { contentText } from "../../truncation/index.js";

/** A call in a script; without an id it gets `call-1`, `call-2` ... in order. */
export interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  readonly input: unknown;
}

/** One turn of the model. A turn without calls is the last. */
export interface ModelTurn {
  /** Texts that the results before it must contain, each in any of them; a test fails where one is missing. */
  readonly sees?: readonly (string | RegExp)[];
  readonly says?: string;
  readonly calls?: readonly ScriptedCall[];
  /** What it took, where the script says so. */
  readonly usage?: ModelUsage;
  /** As if the reply had been cut at its token limit. */
  readonly cutShort?: true;
}

/** What the model answers. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** A model that follows a script; as a `Model` it is one for `createToolRuntime` and `runAgent`. */
export interface ScriptedModel extends Model {
  readonly name: string;
  /** What it was asked through `generate`, in order. */
  readonly requests: readonly ModelRequest[];
  /** The next turn, for whoever plays the loop through the `Model` port; rejects where `reply` throws. */
  generate(request: ModelRequest): Promise<ContractReply>;
  /** The next turn; `results` are those of the calls before it. Throws beyond the script and when a `sees` is missing. */
  reply(results?: readonly ToolResult[]): ModelReply;
  /** Plays the loop of a host: takes turns and runs their calls until one makes no calls. Gives all results, in order. */
  run(
    runtime: Pick<ToolRuntime, "executeBatch">,
    options?: ExecuteOptions,
  ): Promise<{ readonly text: string; readonly results: readonly ToolResult[] }>;
  /** Throws when turns are left. */
  assertComplete(): void;
}

/** Makes a turn from the results before it and from all that was asked; what it throws is what the model throws. */
export type TurnMaker = (results: readonly ToolResult[], request: ModelRequest) => ModelTurn;

/** A turn, or what makes it. */
export type ModelStep = ModelTurn | TurnMaker;

/**
 * A model for tests of tools and of loops, without a provider: it makes the calls it was told to make.
 *
 * Its script is a list of turns, or one function for all of them: where agents run side by side, who asks next is nobody's
 * to say, and a function can tell them apart by their requests.
 *
 * @example
 * const model = scriptedModel([
 *   { calls: [{ name: "Read", input: { path: "a.txt" } }] },
 *   { sees: ["hello"], says: "It says hello." },
 * ]);
 * const { text } = await model.run(runtime);
 * model.assertComplete();
 *
 * @example
 * const model = scriptedModel([{ calls: [{ name: "Read", input: { path: "a.txt" } }] }, { says: "It says hello." }]);
 * await using runtime = createToolRuntime({ model });
 * const { ended, text } = await runAgent({ runtime, prompt: "What does a.txt say?" });
 */
export function scriptedModel(steps: readonly ModelStep[] | TurnMaker): ScriptedModel {
  const requests: ModelRequest[] = [];
  let turns = 0;
  let calls = 0;
  const take = (results: readonly ToolResult[], request: ModelRequest) => {
    const step = typeof steps === "function" ? steps : steps[turns];
    if (step === undefined) {
      throw new Error(
        `The script has ${steps.length} turns, but the model was asked once more. Let the last turn make no calls, or add one.`,
      );
    }
    turns += 1;
    const turn = typeof step === "function" ? step(results, request) : step;
    requireSeen(turn, turns, results);
    const made = (turn.calls ?? []).map(({ id, name, input }) => {
      calls += 1;
      return { id: id ?? `call-${calls}`, name, input };
    });
    return { turn, text: turn.says ?? "", calls: made };
  };
  const reply = (results: readonly ToolResult[] = []): ModelReply => {
    const { text, calls: made } = take(results, requestOf(results));
    return { text, calls: made };
  };
  return {
    name: "scripted",
    requests,
    async generate(request) {
      request.signal.throwIfAborted();
      requests.push(request);
      const { turn, text, calls: toolCalls } = take(resultsOf(request.messages), request);
      const { usage, cutShort } = turn;
      return { text, toolCalls, ...(usage && { usage }), ...(cutShort && { cutShort }) };
    },
    reply,
    async run(runtime, options) {
      const all: ToolResult[] = [];
      for (let turn = reply(); ; ) {
        if (turn.calls.length === 0) return { text: turn.text, results: all };
        const results = await runtime.executeBatch(turn.calls, options);
        all.push(...results);
        turn = reply(results);
      }
    },
    assertComplete() {
      if (typeof steps !== "function" && turns < steps.length) {
        throw new Error(
          `The script has ${steps.length} turns, but only ${turns} were taken. The loop ended too early, or the script is too long.`,
        );
      }
    },
  };
}

/** What a loop that has only results would have asked. */
function requestOf(results: readonly ToolResult[]): ModelRequest {
  const messages: readonly ModelMessage[] = results.length === 0 ? [] : [{ role: "tool", results }];
  return { messages, tools: [], signal: new AbortController().signal };
}

/** The results that answer the last turn, where it made calls. */
function resultsOf(messages: readonly ModelMessage[]): readonly ToolResult[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  return since.flatMap((message) => (message.role === "tool" ? message.results : []));
}

function requireSeen({ sees = [] }: ModelTurn, turn: number, results: readonly ToolResult[]): void {
  const texts = results.map(({ content }) => contentText(content));
  const missing = sees.find(
    (text) => !texts.some((seen) => (typeof text === "string" ? seen.includes(text) : text.test(seen))),
  );
  if (missing === undefined) return;
  throw new Error(
    `Turn ${turn} of the script expects ${typeof missing === "string" ? JSON.stringify(missing) : missing} in the results, but they are:\n${texts.join("\n---\n") || "(no results)"}`,
  );
}
