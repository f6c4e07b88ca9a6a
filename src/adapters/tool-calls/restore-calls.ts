import {
  ignoreRejection,
  ignoreRejectionsIn,
  type NativeForms,
  type ToolCall,
} from "../../contract/index.js";
import { type KeysOf, requireKnownKeys } from "../../values/index.js";
import { type NameRule, type ToolDescriptor, wireName } from "../tool-export/index.js";
import { UNREADABLE_INPUT } from "./read-reply.js";
import { type InputChanges, restoreInput } from "./restore-input.js";

/** Objects in the inputs of one reply that are searched for promises; no model writes as many. */
const MAX_SEARCHED_OBJECTS = 20_000;

/** Values in the inputs of one reply that are restored; no model writes as many, and a list of proxies may claim any number. */
const MAX_RESTORED_VALUES = 200_000;

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
  /** The vendor whose own tools may be among the tools that were sent. */
  readonly vendor?: keyof NativeForms;
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
    const native = nativeName(tool, changes.vendor);
    if (native !== undefined && !byWireName.has(native)) byWireName.set(native, tool);
  }
  const allowance = { objects: MAX_SEARCHED_OBJECTS, values: MAX_RESTORED_VALUES };
  return calls.map((call) => {
    ignoreRejectionsIn(call.input, { allowance });
    const tool = byWireName.get(call.name);
    if (tool === undefined) return call;
    const input = isFreeForm(tool, changes.vendor) ? asParameter(tool, call.input) : call.input;
    return { ...call, name: tool.name, input: restored(tool, input, { changes, allowance }) };
  });
}

/** Returns an input in the terms of its tool. One that cannot be read is unchanged or unreadable; the pipeline refuses both. */
function restored(
  { inputSchema }: ToolDescriptor,
  input: unknown,
  { changes, allowance }: { readonly changes: WireChanges; readonly allowance: { values: number } },
): unknown {
  if (allowance.values < 0) return typeof input === "object" ? UNREADABLE_INPUT : input;
  try {
    return restoreInput(inputSchema, input, { ...changes, allowance });
  } catch (thrown) {
    ignoreRejection(thrown);
    return input;
  }
}

/** Returns the name of the vendor's own tool, or its type if it has no name. */
function nativeName({ native }: ToolDescriptor, vendor: WireChanges["vendor"]): string | undefined {
  const form = vendor === undefined ? undefined : native?.[vendor];
  return typeof form?.name === "string" ? form.name : form?.type;
}

function isFreeForm({ native }: ToolDescriptor, vendor: WireChanges["vendor"]): boolean {
  return vendor !== undefined && native?.[vendor]?.type === "custom";
}

/** Returns raw text as the only parameter of a tool. */
function asParameter({ inputSchema }: ToolDescriptor, input: unknown): unknown {
  const [name, ...others] = Object.keys(inputSchema?.properties ?? {});
  return typeof input === "string" && name !== undefined && others.length === 0 ? { [name]: input } : input;
}
