/**
 * One tool call as the model requested it.
 *
 * `input` is any value that the model sent: normally an object, but a JSON string, `null` or any other value
 * is accepted here and validated by the pipeline.
 */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}
