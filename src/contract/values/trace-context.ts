/**
 * Which trace something belongs to, as W3C Trace Context writes it: two plain strings, for whatever crosses to another process
 * (a job, the `_meta` of an MCP request, `TRACEPARENT` of a program).
 */
export interface TraceContext {
  /** `00-{trace id}-{span id}-{flags}`, in lower-case hexadecimal digits. */
  readonly traceparent: string;
  readonly tracestate?: string;
}
