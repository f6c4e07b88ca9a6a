import type { TraceContext } from "../../contract/index.js";

/** The trace of a call as the `_meta` of its request, under the keys that the protocol keeps for that (SEP-414). */
export function traceMeta(traceContext: TraceContext | undefined): {
  readonly _meta?: Record<string, string>;
} {
  return traceContext === undefined ? {} : { _meta: { ...traceContext } };
}

/** The trace that a request says it is a part of; whoever reads the strings checks them. */
export function traceOfMeta(meta: unknown): { readonly traceContext?: TraceContext } {
  const { traceparent, tracestate }: Partial<Record<keyof TraceContext, unknown>> = meta ?? {};
  if (typeof traceparent !== "string") return {};
  return { traceContext: { traceparent, ...(typeof tracestate === "string" && { tracestate }) } };
}
