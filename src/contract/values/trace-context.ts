/**
 * The trace of an operation in W3C Trace Context format: two plain strings, for everything that is sent to
 * another process (a job, the `_meta` of an MCP request, `TRACEPARENT` of a program).
 */
export interface TraceContext {
  /** `00-{trace id}-{span id}-{flags}`, in lower-case hexadecimal digits. */
  readonly traceparent: string;
  readonly tracestate?: string;
}
