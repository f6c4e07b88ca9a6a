import type { Span, SpanContext } from "@opentelemetry/api";
import { ignoreRejection, quietly } from "../../contract/index.js";

/** Functions of a span that record something. */
const SPAN_FUNCTIONS = ["setAttribute", "setAttributes", "addEvent", "addLink", "setStatus", "end"] as const;

/** Part of a span that records. */
export type RecordingSpan = {
  readonly [Name in (typeof SPAN_FUNCTIONS)[number]]: (...args: Parameters<Span[Name]>) => void;
} & Pick<Span, "isRecording">;

type AnyFunction = (...args: unknown[]) => unknown;

/**
 * Returns functions of a recorder of the host that ignore exceptions and rejections: a tracer or a meter must not end the process, and a
 * fault in one record must not lose the others.
 */
export function quietFunctions<Recorder extends object, Name extends keyof Recorder & string>(
  recorder: Recorder,
  names: readonly Name[],
): Pick<Recorder, Name> {
  ignoreRejection(recorder);
  const functions = names.map((name) => [
    name,
    (...args: unknown[]) => quietly(() => (recorder[name] as AnyFunction).apply(recorder, args)),
  ]);
  return Object.fromEntries(functions) as Pick<Recorder, Name>;
}

/** Returns a span of the host whose functions ignore exceptions and rejections. */
export function quietSpan(span: Span): RecordingSpan {
  const isRecording = () => {
    const answer: unknown = span.isRecording();
    ignoreRejection(answer);
    return answer === true;
  };
  return { ...quietFunctions(span, SPAN_FUNCTIONS), isRecording };
}

/** Returns the context of a span of the host; a promise is marked as handled. */
export function contextOfSpan(span: Span): SpanContext {
  const context = span.spanContext();
  ignoreRejection(context);
  return context;
}
