import type { ToolCall } from "../../contract/index.js";
import { type NameRule, type ToolDescriptor, wireName } from "../tool-export/index.js";
import { type InputChanges, restoreInput } from "./restore-input.js";

/** What every `parseToolCalls` can be told. */
export interface ParseOptions {
  /**
   * The tools that were sent, as they were given to `toTools`. Calls then come out with the tools' own names and
   * parameters where the provider knows other ones, and without what its format added.
   */
  readonly tools?: readonly ToolDescriptor[];
}

/** What the export of a provider changed. */
export interface WireChanges extends InputChanges {
  readonly names: NameRule;
}

/** The calls in the terms of the tools that were sent; a call of no such tool stays as it is. */
export function restoreCalls(
  calls: readonly ToolCall[],
  { tools = [] }: ParseOptions,
  changes: WireChanges,
): ToolCall[] {
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
