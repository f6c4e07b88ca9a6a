import { describeThrown, type ToolCall } from "../../contract/index.js";
import { isRecord } from "../../values/index.js";
import type { RuntimeServices } from "../services/index.js";

/** Form of the input of `multi_tool_use.parallel`. */
const PARALLEL = "{ tool_uses: [{ recipient_name, parameters }, ...] }";

/** Names under which models of OpenAI, and OpenCode's `batch`, send several calls as one, with the form of the input. */
const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ["multi_tool_use.parallel", PARALLEL],
  ["multi_tool_use_parallel", PARALLEL],
  ["multi_tool_use", PARALLEL],
  ["parallel", PARALLEL],
  ["batch", "{ tool_calls: [{ tool, parameters }, ...] }"],
]);

/** Namespace of the tools inside the wrapper. */
const NAMESPACE = "functions.";

/** Most calls of one wrapper. The largest message of the measured logs has 23 calls. */
const MAX_WRAPPED_CALLS = 128;

/** The calls of a wrapper, or the reason why it has none. The calls are not checked. */
export type Expansion = { readonly calls: readonly ToolCall[] } | { readonly problem: string };

/**
 * Returns the calls of the wrapper calls `multi_tool_use.parallel { tool_uses }` and `batch { tool_calls }`; `undefined`
 * for any other call.
 *
 * The name counts as the wrapper only if no tool of the runtime has it. The calls get the ids `<wrapper id>/1`,
 * `<wrapper id>/2` ... A wrapper inside a wrapper stays an unknown tool.
 */
export function expandWrapper(
  { id, name, input }: ToolCall,
  { registry }: Pick<RuntimeServices, "registry">,
): Expansion | undefined {
  const bare = name.startsWith(NAMESPACE) ? name.slice(NAMESPACE.length) : name;
  const form = WRAPPERS.get(bare);
  if (form === undefined || registry.resolve(name).status !== "unknown") return undefined;
  try {
    const uses = usesOf(input);
    if (uses === undefined || uses.length === 0) {
      return { problem: `'${name}' expects ${form}` };
    }
    if (uses.length > MAX_WRAPPED_CALLS) {
      return {
        problem: `'${name}' has ${uses.length} calls and at most ${MAX_WRAPPED_CALLS} are possible; none has run. Send fewer calls at once`,
      };
    }
    return { calls: Array.from(uses, (use, index) => wrappedCall(use, wrappedCallId(id, index))) };
  } catch (thrown) {
    return { problem: `the input of '${name}' cannot be read: ${describeThrown(thrown)}` };
  }
}

/** Returns the id of a call of a wrapper call. */
export function wrappedCallId(wrapperId: string, index: number): string {
  return `${wrapperId}/${index + 1}`;
}

function usesOf(input: unknown): readonly unknown[] | undefined {
  const given: unknown = typeof input === "string" ? JSON.parse(input) : input;
  if (!isRecord(given)) return undefined;
  const { tool_calls: calls, tool_uses: uses = calls } = given;
  const list: unknown = typeof uses === "string" ? JSON.parse(uses) : uses;
  return Array.isArray(list) ? list : undefined;
}

function wrappedCall(use: unknown, id: string): ToolCall {
  if (!isRecord(use)) return { id, name: "", input: undefined };
  const { tool, name: other = tool, recipient_name: name = other, arguments: text, parameters = text } = use;
  const named = typeof name === "string" ? name : "";
  return {
    id,
    name: named.startsWith(NAMESPACE) ? named.slice(NAMESPACE.length) : named,
    input: parameters ?? {},
  };
}
