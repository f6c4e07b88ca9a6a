import type { ResourceKey } from "../../contract/index.js";
import { counted, HIDDEN_CHARACTERS } from "../../text/index.js";
import { resourcePath } from "../conflicts/index.js";
import type { ExecutionPlan, PlannedCall } from "../plan/index.js";

const MAX_TEXT_LENGTH = 120;
/** Maximum number of keys of one call that are shown. */
const MAX_SHOWN_KEYS = 4;

/**
 * Renders a plan for people: as text, or as a Mermaid flow chart with one box for each batch and an arrow
 * from each call to those that wait for it.
 *
 * Names, ids and paths may come from a model: control characters are removed, and in a chart all characters
 * with a meaning in Mermaid are escaped.
 *
 * @example
 * console.log(renderPlan(await runtime.plan(calls), "text"));
 */
export function renderPlan(plan: ExecutionPlan, format: "text" | "mermaid"): string {
  if (format !== "text" && format !== "mermaid") {
    throw new RangeError(`format must be "text" or "mermaid", but it is ${String(format)}.`);
  }
  return format === "text" ? asText(plan) : asMermaid(plan);
}

function asText(plan: ExecutionPlan): string {
  const calls = new Map(plan.calls.map((call) => [call.callId, call]));
  const planned = new Set(plan.batches.flat());
  const lines = [
    `${counted(plan.calls.length, "call")} in ${counted(plan.batches.length, "batch", "batches")}`,
  ];
  for (const [index, batch] of plan.batches.entries()) {
    lines.push("", `batch ${index + 1}`);
    for (const id of batch) lines.push(`  ${describe(id, calls.get(id))}`);
  }
  const failing = plan.calls.filter(({ callId }) => !planned.has(callId));
  if (failing.length > 0) lines.push("", "will not run");
  for (const { callId, toolName, error } of failing) {
    const why = error === undefined ? "" : `: ${error.errorCode}, ${error.message}`;
    lines.push(`  ${shown(callId)} ${shown(toolName)}${shown(why)}`);
  }
  if (plan.conflicts.length > 0) lines.push("", "waits");
  for (const { earlier, later, reason } of plan.conflicts) {
    lines.push(`  ${shown(later)} for ${shown(earlier)}: ${shown(reason)}`);
  }
  for (const { callId } of plan.calls.filter(({ waitsForMore }) => waitsForMore)) {
    lines.push(`  ${shown(callId)} for more calls than are listed here`);
  }
  return lines.join("\n");
}

function describe(id: string, call: PlannedCall | undefined): string {
  if (call === undefined) return shown(id);
  const verdict = call.decision === undefined ? "" : ` (${call.decision.verdict})`;
  return `${shown(id)} ${shown(call.toolName)}${verdict}, ${touched(call.resourceKeys)}`;
}

function touched(keys: PlannedCall["resourceKeys"]): string {
  if (keys === "all") return "may touch anything";
  if (keys.length === 0) return "touches nothing shared";
  const named = keys.slice(0, MAX_SHOWN_KEYS).map(touchedKey).join(", ");
  return keys.length > MAX_SHOWN_KEYS ? `${named} and ${keys.length - MAX_SHOWN_KEYS} more` : named;
}

function touchedKey({ key, mode, scope }: ResourceKey): string {
  const reach = scope === "subtree" ? "all below " : "";
  return `${mode === "read" ? "reads" : "writes"} ${reach}${shown(resourcePath(key) ?? key)}`;
}

function asMermaid(plan: ExecutionPlan): string {
  const nodes = new Map(plan.calls.map(({ callId }, index) => [callId, `call${index + 1}`]));
  const calls = new Map(plan.calls.map((call) => [call.callId, call]));
  const lines = ["flowchart LR"];
  for (const [index, batch] of plan.batches.entries()) {
    lines.push(`  subgraph batch${index + 1}["batch ${index + 1}"]`);
    for (const id of batch) {
      const call = calls.get(id);
      const asks = call?.decision?.verdict === "ask" ? " (ask)" : "";
      lines.push(`    ${nodes.get(id)}["${escaped(`${call?.toolName ?? ""} ${id}${asks}`.trim())}"]`);
    }
    lines.push("  end");
  }
  for (const { earlier, later, reason } of plan.conflicts) {
    lines.push(`  ${nodes.get(earlier)} -->|"${escaped(reason)}"| ${nodes.get(later)}`);
  }
  return lines.join("\n");
}

function shown(text: string): string {
  return oneLine(text, MAX_TEXT_LENGTH);
}

/** Mermaid renders `#34;` as the character with that number at any position. */
function escaped(text: string): string {
  return shown(text).replace(/[^\p{L}\p{N} ./:,_-]/gu, (character) => `#${character.codePointAt(0)};`);
}

/**
 * Returns a text of unknown origin as part of one line for people: without hidden characters, which could change
 * the appearance of the line, and at most `maxLength` long.
 */
export function oneLine(text: string, maxLength: number): string {
  const visible = text.slice(0, maxLength * 4).replace(HIDDEN_CHARACTERS, " ");
  const characters = [...visible];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : visible;
}
