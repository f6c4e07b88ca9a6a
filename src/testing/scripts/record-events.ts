import type { ToolEvent } from "../../contract/index.js";

/** Events of one type. */
export type EventOfType<Type extends ToolEvent["type"]> = Extract<ToolEvent, { readonly type: Type }>;

/** A listener that stores the events it receives. */
export interface EventRecorder {
  /** Receives an event. Pass the recorder itself: `createToolRuntime({ onEvent: events })` or `runtime.on(events)`. */
  (event: ToolEvent): void;
  /** Every event so far, in order. */
  readonly all: readonly ToolEvent[];
  of<Type extends ToolEvent["type"]>(type: Type): readonly EventOfType<Type>[];
  ofCall(callId: string): readonly ToolEvent[];
  /** Returns the types in order, for a short assertion: of one call, or of all. */
  types(callId?: string): readonly ToolEvent["type"][];
  /**
   * Resolves to the first event of a type, immediately if it was received before. Never resolves if the event does not
   * occur: the time limit of the test reports that.
   */
  next<Type extends ToolEvent["type"]>(type: Type): Promise<EventOfType<Type>>;
  clear(): void;
}

/**
 * Records the events of a runtime.
 *
 * @example
 * const events = recordEvents();
 * const runtime = createToolRuntime({ onEvent: events });
 * events.types("call-1"); // ["tool-call-start", "tool-result"]
 */
export function recordEvents(): EventRecorder {
  const heard: ToolEvent[] = [];
  const waiting = new Set<(event: ToolEvent) => void>();
  const isOf =
    <Type extends ToolEvent["type"]>(type: Type) =>
    (event: ToolEvent): event is EventOfType<Type> =>
      event.type === type;
  const listen = (event: ToolEvent) => {
    heard.push(event);
    for (const resolve of waiting) resolve(event);
  };
  return Object.assign(listen, {
    all: heard,
    of: <Type extends ToolEvent["type"]>(type: Type) => heard.filter(isOf(type)),
    ofCall: (callId: string) => heard.filter((event) => event.callId === callId),
    types: (callId?: string) =>
      heard.filter((event) => callId === undefined || event.callId === callId).map(({ type }) => type),
    next: <Type extends ToolEvent["type"]>(type: Type) => {
      const known = heard.find(isOf(type));
      if (known !== undefined) return Promise.resolve(known);
      return new Promise<EventOfType<Type>>((resolve) => {
        const take = (event: ToolEvent) => {
          if (!isOf(type)(event)) return;
          waiting.delete(take);
          resolve(event);
        };
        waiting.add(take);
      });
    },
    clear: () => {
      heard.length = 0;
    },
  });
}
