import type { ToolContext, ToolSession } from "../../contract/index.js";
import type { Operation } from "../operation.js";

/** The position of a call among the calls of its session that may report guidance. */
interface GuidancePosition {
  readonly number: number;
  readonly context: ToolContext;
  /** Number of the call's running operations. */
  acts: number;
  /** Set while another call waits for the end of this one. */
  end?: () => void;
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
        if (position.acts === 0) closePosition(position);
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
  await Promise.all(earlier.map(endOf));
}

function openPosition(context: ToolContext): GuidancePosition {
  const positions = positionsOf(context.session);
  positions.begun += 1;
  const position: GuidancePosition = { number: positions.begun, context, acts: 0 };
  positions.open.add(position);
  positionOfCall.set(context, position);
  return position;
}

function closePosition(position: GuidancePosition): void {
  const { context } = position;
  positionsOf(context.session).open.delete(position);
  positionOfCall.delete(context);
  position.end?.();
}

/**
 * Resolves when a call has ended or was aborted: an aborted call that does not stop must not block the others. Few calls are waited
 * for, so a call has neither a promise nor a listener before that.
 */
function endOf(position: GuidancePosition): Promise<void> {
  const { signal } = position.context;
  return new Promise((resolve) => {
    const before = position.end;
    const end = () => {
      signal.removeEventListener("abort", end);
      before?.();
      resolve();
    };
    position.end = end;
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function positionsOf({ memory }: ToolSession): GuidancePositions {
  let positions = memory.get(POSITIONS) as GuidancePositions | undefined;
  if (positions === undefined) {
    positions = { begun: 0, open: new Set() };
    memory.set(POSITIONS, positions);
  }
  return positions;
}
