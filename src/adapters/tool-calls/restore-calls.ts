import type { ToolCall } from "../../contract/index.js";
import { type KeysOf, requireKnownKeys } from "../../values/index.js";
import { type NameRule, type ToolDescriptor, wireName } from "../tool-export/index.js";
import { type InputChanges, restoreInput } from "./restore-input.js";

/** Options of every `parseToolCalls`. */
export interface ParseOptions {
  /**
   * Tools that were sent, as passed to `toTools`. Calls then get the tools' own names and parameters if the provider knows
   * different ones, without what its format added.
   */
  readonly tools?: readonly ToolDescriptor[];
}

const PARSE_OPTION_NAMES = { tools: true } as const satisfies KeysOf<ParseOptions>;

/** Changes that a provider's export made. */
export interface WireChanges extends InputChanges {
  readonly names: NameRule;
}

/** Restores the calls to the terms of the tools that were sent; a call of any other tool stays unchanged. */
export function restoreCalls(
  calls: readonly ToolCall[],
  options: ParseOptions,
  changes: WireChanges,
): ToolCall[] {
  // The index of `replies.flatMap(parseToolCalls)` has no keys.
  requireKnownKeys("parseToolCalls", options, PARSE_OPTION_NAMES);
  const { tools = [] } = options;
  const byWireName = new Map<string, ToolDescriptor>();
  for (const tool of tools) {
    // A tool without a name was not sent.
    if (typeof (tool as ToolDescriptor | null)?.name !== "string") continue;
    const name = wireName(tool.name, changes.names);
    if (!byWireName.has(name)) byWireName.set(name, tool);
  }
  return calls.map((call) => {
    const tool = byWireName.get(call.name);
    if (tool === undefined) return call;
    return { ...call, name: tool.name, input: restoreInput(tool.inputSchema, call.input, changes) };
  });
}
