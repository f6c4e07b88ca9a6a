import type { ToolRuntime } from "collet";

/** What a loop works with. */
export interface AgentOptions {
  readonly runtime: ToolRuntime;
  readonly task: string;
  /** Told each thing that happens, in words. */
  readonly say: (line: string) => void;
}

/** A loop over one provider, ready to run. */
export interface Agent {
  /** The model's name, or that it is a recording. */
  readonly model: string;
  run(options: AgentOptions): Promise<void>;
}

/** Enough for the task at hand; a model that runs in circles costs money. */
export const MAX_TURNS = 10;

/** Gives recorded replies one after the other, as a model would. */
export function replay<Reply>(replies: readonly Reply[]): () => Promise<Reply> {
  const left = [...replies];
  return async () => {
    const reply = left.shift();
    if (reply === undefined) throw new Error("The recording is over, but the model was asked once more.");
    return reply;
  };
}

/** Ends a loop that its model did not end. */
export function tooManyTurns(): Error {
  return new Error(`The model did not finish within ${MAX_TURNS} turns.`);
}
