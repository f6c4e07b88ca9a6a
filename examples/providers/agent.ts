import type { ToolRuntime } from "collet";

/** Options of an agent loop. */
export interface AgentOptions {
  readonly runtime: ToolRuntime;
  readonly task: string;
  /** Receives each text of the model. */
  readonly say: (line: string) => void;
}

/** An agent loop over one provider. */
export interface Agent {
  /** The name of the model, or "a recording". */
  readonly model: string;
  run(options: AgentOptions): Promise<void>;
}

/** Limit of turns. The task needs fewer, and a model that repeats itself costs money. */
export const MAX_TURNS = 10;

/** Returns a function that returns the recorded replies one after another. */
export function replay<Reply>(replies: readonly Reply[]): () => Promise<Reply> {
  const left = [...replies];
  return async () => {
    const reply = left.shift();
    if (reply === undefined)
      throw new Error("The recording has no more replies, but the loop requested another one.");
    return reply;
  };
}

/** Returns the error of a loop that reached {@link MAX_TURNS}. */
export function tooManyTurns(): Error {
  return new Error(`The model did not finish within ${MAX_TURNS} turns.`);
}
