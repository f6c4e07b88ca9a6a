import type { JsonValue } from "../values/index.js";

/** A tool of a vendor, as an element of `tools` in a request: `{ type: "bash_20250124", name: "bash" }`. */
export interface NativeForm {
  readonly type: string;
  readonly [field: string]: JsonValue;
}

/**
 * The tools of vendors that a tool implements. Models were trained on them, so no description and no schema are sent. `toTools` of
 * an adapter declares them with `native: true`.
 */
export interface NativeForms {
  /** In the Messages API of Anthropic. */
  readonly anthropic?: NativeForm;
  /** In the Responses API of OpenAI. */
  readonly openai?: NativeForm;
}
