import type { ToolContext, ToolSession } from "../../contract/index.js";
import type { Operation } from "../operation.js";

/** The position of a call among the calls of its session that may report guidance. */
interface GuidancePosition {
  readonly number: number;
  readonly ended: Promise<void>;
  readonly end: () => void;
  /** Number of the call's running operations. */
  acts: number;
}

interface GuidancePositions {
  begun: number;
  readonly open: Set<GuidancePosition>;
}

const POSITIONS = Symbol("collet.guidance-order");

const positionOfCall = new WeakMap<ToolContext, GuidancePosition>();

/**
 * Makes an operation report guidance in the order in which its calls began: of parallel calls, the first one reports
 * what several of them find, whichever finishes first.
 */
export function reportingInOrder<Input, Output>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return {
    ...operation,
    async run(input, context) {
      const position = positionOfCall.get(context) ?? openPosition(context);
      position.acts += 1;
      try {
        return await operation.run(input, context);
      } finally {
        position.acts -= 1;
        if (position.acts === 0) position.end();
      }
    },
  };
}

/** Returns the number of a call; a call without one comes after all that have begun. */
export function guidancePosition(context: ToolContext): number {
  return positionOfCall.get(context)?.number ?? positionsOf(context.session).begun + 1;
}

/** Waits until the earlier calls have reported their guidance or were aborted. */
export async function earlierGuidance(context: ToolContext): Promise<void> {
  const own = guidancePosition(context);
  const earlier = [...positionsOf(context.session).open].filter(({ number }) => number < own);
  await Promise.all(earlier.map(({ ended }) => ended));
}

function openPosition(context: ToolContext): GuidancePosition {
  const positions = positionsOf(context.session);
  const { promise: ended, resolve } = withResolvers();
  positions.begun += 1;
  const position: GuidancePosition = {
    number: positions.begun,
    ended,
    acts: 0,
    end() {
      positions.open.delete(position);
      positionOfCall.delete(context);
      context.signal.removeEventListener("abort", position.end);
      resolve();
    },
  };
  positions.open.add(position);
  positionOfCall.set(context, position);
  // An aborted call that does not stop must not block the others.
  context.signal.addEventListener("abort", position.end, { once: true });
  return position;
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

function positionsOf({ memory }: ToolSession): GuidancePositions {
  let positions = memory.get(POSITIONS) as GuidancePositions | undefined;
  if (positions === undefined) {
    positions = { begun: 0, open: new Set() };
    memory.set(POSITIONS, positions);
  }
  return positions;
}
