import type { TraceContext } from "../../contract/index.js";

/** Returns the trace of a call as the `_meta` of its request, under the keys that the protocol reserves for it (SEP-414). */
export function traceMeta(traceContext: TraceContext | undefined): {
  readonly _meta?: Record<string, string>;
} {
  return traceContext === undefined ? {} : { _meta: { ...traceContext } };
}

/** Reads the trace that a request claims to be part of; the strings are validated by their users. */
export function traceOfMeta(meta: unknown): { readonly traceContext?: TraceContext } {
  const { traceparent, tracestate }: Partial<Record<keyof TraceContext, unknown>> = meta ?? {};
  if (typeof traceparent !== "string") return {};
  return { traceContext: { traceparent, ...(typeof tracestate === "string" && { tracestate }) } };
}
