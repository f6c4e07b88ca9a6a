import { isRecord } from "../../../values/index.js";
import { enterFolder, type TranscriptEvent, type TranscriptState } from "../transcript.js";

const CALL_TYPES = new Set(["function_call", "custom_tool_call", "local_shell_call"]);

/** Reads a record of a Codex rollout: a response item, bare in versions before 2025-09, or the context of a turn. */
export function readCodex(
  record: Readonly<Record<string, unknown>>,
  state: TranscriptState,
): readonly TranscriptEvent[] | undefined {
  const { type, payload } = record;
  if ((type === "session_meta" || type === "turn_context") && isRecord(payload)) {
    enterFolder(state, payload.cwd);
    return [];
  }
  const item = type === "response_item" && isRecord(payload) ? payload : record;
  if (!CALL_TYPES.has(String(item.type)) || typeof item.call_id !== "string") return undefined;
  const call = callOf(item);
  const described = { type: "call", format: "codex", id: item.call_id, ...call } as const;
  const { name, input } = call;
  if (name !== "apply_patch") return [described];
  const text = typeof input === "string" ? patchOf(input) : "";
  return [
    described,
    { type: "edit", format: "codex", id: item.call_id, change: { kind: "patch", text, files: [] } },
  ];
}

function callOf(item: Readonly<Record<string, unknown>>): { readonly name: string; readonly input: unknown } {
  const { type, name, namespace, input, arguments: given, action } = item;
  if (type === "local_shell_call") return { name: "shell", input: action };
  const prefix = typeof namespace === "string" && namespace !== "" ? `mcp__${namespace}__` : "";
  return { name: `${prefix}${String(name)}`, input: type === "custom_tool_call" ? input : given };
}

/** Returns the patch of an input that is the patch or JSON with it. */
function patchOf(input: string): string {
  if (!input.trimStart().startsWith("{")) return input;
  try {
    const parsed: unknown = JSON.parse(input);
    return isRecord(parsed) && typeof parsed.input === "string" ? parsed.input : input;
  } catch {
    return input;
  }
}
