/**
 * One tool call as the model asked for it.
 *
 * `input` is whatever the model sent: normally an object, but a string of JSON, `null` or anything else is accepted
 * here and judged by the pipeline.
 */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}
