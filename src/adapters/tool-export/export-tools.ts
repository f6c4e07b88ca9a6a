import { type AnyTool, describeThrown } from "../../contract/index.js";
import { isLongerThan } from "../json-schema/index.js";
import type { ExportOptions, ToolWarning } from "./tool-warning.js";
import { type NameRule, wireName } from "./wire-name.js";

/** Part of a tool that `toTools` uses; every tool of a runtime is assignable. */
export type ToolDescriptor = Pick<AnyTool, "name" | "description" | "inputSchema"> &
  Partial<Pick<AnyTool, "deferred" | "native">>;

/**
 * Longest tool that is sent, as JSON characters: more than the largest hand-written ones, and a third of a common context
 * window.
 */
const MAX_TOOL_CHARACTERS = 262_144;

/** Rules by which a provider's list of tools is made. */
export interface ToolExport<Wire> extends ExportOptions {
  readonly names: NameRule;
  /**
   * Converts one tool under its wire name. Throws an `Error` whose message completes the sentence "The tool cannot be sent:
   * ..." if the tool cannot be represented.
   */
  readonly convert: (tool: ToolDescriptor, name: string, warn: WarnAbout) => Wire;
}

/** Records a warning about the current tool. */
export type WarnAbout = (warning: Omit<ToolWarning, "toolName">) => void;

/**
 * Converts tools one by one, so that one bad tool does not affect the others.
 *
 * Returns new plain data: no part of a frozen schema is passed out, and a value that is not JSON is detected.
 */
export function exportTools<Wire>(tools: readonly ToolDescriptor[], options: ToolExport<Wire>): Wire[] {
  const { onWarning = () => {} } = options;
  const converted: Wire[] = [];
  const taken = new Set<string>();
  for (const tool of tools) {
    const { wire, warnings } = convert(tool, taken, options);
    if (wire !== undefined) converted.push(wire);
    for (const warning of warnings) onWarning(warning);
  }
  return converted;
}

function convert<Wire>(
  tool: ToolDescriptor,
  taken: Set<string>,
  { names, convert: toWire }: ToolExport<Wire>,
): { readonly wire?: Wire; readonly warnings: readonly ToolWarning[] } {
  const toolName = nameOf(tool);
  const warnings: ToolWarning[] = [];
  try {
    if (toolName === "") throw new Error("it has no name");
    const name = wireName(toolName, names);
    if (taken.has(name)) throw new Error("another tool of the list has the same name");
    if (isLongerThan([tool.description, tool.inputSchema], MAX_TOOL_CHARACTERS)) throw tooLong();
    if (name !== toolName) {
      const message = `The provider refuses the name ${JSON.stringify(toolName)}; the tool is sent as "${name}".`;
      warnings.push({ type: "tool-renamed", toolName, message });
    }
    const wire = plainData(toWire(tool, name, (warning) => warnings.push({ toolName, ...warning })));
    taken.add(name);
    return { wire, warnings };
  } catch (error) {
    const reason = describeThrown(error);
    const message = `The tool "${toolName}" cannot be sent: ${reason}.`;
    return { warnings: [{ type: "tool-skipped", toolName, message }] };
  }
}

function plainData<Wire>(wire: Wire): Wire {
  const text = JSON.stringify(wire, (_key, value) => (typeof value === "string" ? wellFormed(value) : value));
  if (text.length > MAX_TOOL_CHARACTERS) throw tooLong();
  return JSON.parse(text);
}

function tooLong(): Error {
  return new Error(
    `its description and schema are longer than ${MAX_TOOL_CHARACTERS} characters, which does not fit into a request, or the schema contains itself`,
  );
}

/** Returns the name of a value that should be a tool; empty if it has none. */
function nameOf(tool: ToolDescriptor): string {
  const { name } = (tool ?? {}) as { readonly name?: unknown };
  return typeof name === "string" ? name : "";
}

/** Returns a text without lone surrogates: half an emoji, split by a limit, makes a provider refuse the whole request. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\u{FFFD}");
}
