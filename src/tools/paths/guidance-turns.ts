import type { ToolContext, ToolSession } from "../../contract/index.js";
import type { Operation } from "../operation.js";

/** The position of a call among the calls of its session that may report guidance. */
interface GuidanceTurn {
  readonly number: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
  /** Number of the call's running operations. */
  acts: number;
}

interface GuidanceTurns {
  begun: number;
  readonly open: Set<GuidanceTurn>;
}

const TURNS = Symbol("collet.guidance-turns");

const turnOfCall = new WeakMap<ToolContext, GuidanceTurn>();

/**
 * Makes an operation report guidance in the order in which its calls began: of parallel calls, the first one reports
 * what several of them find, whichever finishes first.
 */
export function tellingInOrder<Input, Output>(operation: Operation<Input, Output>): Operation<Input, Output> {
  return {
    ...operation,
    async run(input, context) {
      const turn = turnOfCall.get(context) ?? openTurn(context);
      turn.acts += 1;
      try {
        return await operation.run(input, context);
      } finally {
        turn.acts -= 1;
        if (turn.acts === 0) turn.end();
      }
    },
  };
}

/** Returns the number of a call; a call without one comes after all that have begun. */
export function turnNumber(context: ToolContext): number {
  return turnOfCall.get(context)?.number ?? turnsOf(context.session).begun + 1;
}

/** Waits until the earlier calls have reported their guidance or were aborted. */
export async function earlierTurns(context: ToolContext): Promise<void> {
  const own = turnNumber(context);
  const earlier = [...turnsOf(context.session).open].filter(({ number }) => number < own);
  await Promise.all(earlier.map(({ ended }) => ended));
}

function openTurn(context: ToolContext): GuidanceTurn {
  const turns = turnsOf(context.session);
  const { promise: ended, resolve } = withResolvers();
  turns.begun += 1;
  const turn: GuidanceTurn = {
    number: turns.begun,
    ended,
    acts: 0,
    end() {
      turns.open.delete(turn);
      turnOfCall.delete(context);
      context.signal.removeEventListener("abort", turn.end);
      resolve();
    },
  };
  turns.open.add(turn);
  turnOfCall.set(context, turn);
  // An aborted call that does not stop must not block the others.
  context.signal.addEventListener("abort", turn.end, { once: true });
  return turn;
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function turnsOf({ memory }: ToolSession): GuidanceTurns {
  let turns = memory.get(TURNS) as GuidanceTurns | undefined;
  if (turns === undefined) {
    turns = { begun: 0, open: new Set() };
    memory.set(TURNS, turns);
  }
  return turns;
}
