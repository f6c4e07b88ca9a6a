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
import { isRecord } from "../../values/index.js";
import { requireEntry, requireScript } from "./require-script.js";

/** A call in a script; without an id it gets `call-1`, `call-2` ... in order. */
export interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  readonly input: unknown;
}

/** One turn of the model. A turn without calls is the last. */
export interface ModelTurn {
  /** Texts that the previous results must contain, each in any of them; a test fails if one is missing. */
  readonly sees?: readonly (string | RegExp)[];
  readonly says?: string;
  readonly calls?: readonly ScriptedCall[];
  /** The token usage to report. */
  readonly usage?: ModelUsage;
  /** Marks the reply as truncated at its token limit. */
  readonly truncated?: true;
}

/** The reply of the model. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** A model that follows a script. It implements the port `Model` of `createToolRuntime` and `runAgent`. */
export interface ScriptedModel extends Model {
  readonly name: string;
  /** The requests that it received through `generate`, in order. */
  readonly requests: readonly ModelRequest[];
  /** Returns the next turn, for a loop that uses the `Model` port; rejects if `reply` throws. */
  generate(request: ModelRequest): Promise<ContractReply>;
  /** Returns the next turn; `results` are those of the previous calls. Throws after the last turn and if a `sees` is missing. */
  reply(results?: readonly ToolResult[]): ModelReply;
  /** Runs the loop of a host: takes turns and runs their calls until a turn makes no calls. Returns all results, in order. */
  run(
    runtime: Pick<ToolRuntime, "executeBatch">,
    options?: ExecuteOptions,
  ): Promise<{ readonly text: string; readonly results: readonly ToolResult[] }>;
  /** Throws if turns are left. */
  assertComplete(): void;
}

/** Creates a turn from the previous results and the whole request; an error that it throws is an error of the model. */
export type TurnMaker = (results: readonly ToolResult[], request: ModelRequest) => ModelTurn;

/** A turn, or a function that creates it. */
export type ModelStep = ModelTurn | TurnMaker;

/**
 * Creates a model for tests of tools and agent loops, without a provider: it makes the calls that the test specifies.
 *
 * Its script is a list of turns, or one function for all of them. If agents run in parallel, the order of their requests
 * is undefined, and a function can tell them apart by their requests.
 *
 * @throws TypeError if the steps are neither a list nor a function
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
  if (typeof steps !== "function")
    requireScript("scriptedModel expects a list of turns or a function", steps);
  const requests: ModelRequest[] = [];
  let turns = 0;
  let calls = 0;
  const take = (results: readonly ToolResult[], request: ModelRequest) => {
    const step = typeof steps === "function" ? steps : steps[turns];
    if (step === undefined) {
      throw new Error(
        `The script has ${steps.length} turns, but there was another request. Remove the calls from the last turn, or add a turn.`,
      );
    }
    turns += 1;
    const turn = typeof step === "function" ? step(results, request) : step;
    requireEntry(`Turn ${turns} of the script`, turn, { isForm: isRecord, forms: "{ calls, says, sees }" });
    const { calls: given = [], sees = [] } = turn;
    requireScript(`The calls of turn ${turns} of the script must be a list`, given);
    requireScript(`The texts that turn ${turns} of the script sees must be a list`, sees);
    requireSeen(sees, turns, results);
    const made = given.map((call, index) => {
      const entry = `Call ${index + 1} of turn ${turns} of the script`;
      requireEntry(entry, call, { isForm: isCall, forms: "{ name, input } with a text as its name" });
      const { id, name, input } = call;
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
      const { usage, truncated } = turn;
      return { text, toolCalls, ...(usage && { usage }), ...(truncated && { truncated: truncated }) };
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
          `The script has ${steps.length} turns, but the loop took only ${turns}. The loop ended too early, or the script is too long.`,
        );
      }
    },
  };
}

function isCall(call: unknown): boolean {
  return isRecord(call) && typeof call.name === "string";
}

/** Creates the request of a loop that has only results. */
function requestOf(results: readonly ToolResult[]): ModelRequest {
  const messages: readonly ModelMessage[] = results.length === 0 ? [] : [{ role: "tool", results }];
  return { messages, tools: [], signal: new AbortController().signal };
}

/** Returns the results of the calls of the last turn. */
function resultsOf(messages: readonly ModelMessage[]): readonly ToolResult[] {
  const since = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
  return since.flatMap((message) => (message.role === "tool" ? message.results : []));
}

function requireSeen(sees: readonly (string | RegExp)[], turn: number, results: readonly ToolResult[]): void {
  const texts = results.map(({ content }) => contentText(content));
  const missing = sees.find(
    (text) => !texts.some((seen) => (typeof text === "string" ? seen.includes(text) : text.test(seen))),
  );
  if (missing === undefined) return;
  throw new Error(
    `Turn ${turn} of the script expects ${typeof missing === "string" ? JSON.stringify(missing) : missing} in the results, but they are:\n${texts.join("\n---\n") || "(no results)"}`,
  );
}
