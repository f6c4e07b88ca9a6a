import type { ToolCall, ToolResult } from "../../contract/index.js";
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
}

/** What the model answers. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** A model that follows a script. */
export interface ScriptedModel {
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

/** A turn, or what makes it from the results before it. */
export type ModelStep = ModelTurn | ((results: readonly ToolResult[]) => ModelTurn);

/**
 * A model for tests of tools and of loops, without a provider: it makes the calls it was told to make.
 *
 * @example
 * const model = scriptedModel([
 *   { calls: [{ name: "Read", input: { path: "a.txt" } }] },
 *   { sees: ["hello"], says: "It says hello." },
 * ]);
 * const { text } = await model.run(runtime);
 * model.assertComplete();
 */
export function scriptedModel(steps: readonly ModelStep[]): ScriptedModel {
  let turns = 0;
  let calls = 0;
  const reply = (results: readonly ToolResult[] = []): ModelReply => {
    const step = steps[turns];
    if (step === undefined) {
      throw new Error(
        `The script has ${steps.length} turns, but the model was asked once more. Let the last turn make no calls, or add one.`,
      );
    }
    turns += 1;
    const turn = typeof step === "function" ? step(results) : step;
    requireSeen(turn, turns, results);
    const made = (turn.calls ?? []).map(({ id, name, input }) => {
      calls += 1;
      return { id: id ?? `call-${calls}`, name, input };
    });
    return { text: turn.says ?? "", calls: made };
  };
  return {
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
      if (turns < steps.length) {
        throw new Error(
          `The script has ${steps.length} turns, but only ${turns} were taken. The loop ended too early, or the script is too long.`,
        );
      }
    },
  };
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
