import type { AnyTool, InputMapping, ToolAlias, ToolCall } from "../../contract/index.js";
import { unknownToolMessage } from "../../registry/index.js";
import type { RuntimeServices } from "../services/index.js";
import { type CallFailure, callFailure } from "../values/index.js";

/** A call whose name was resolved to a tool. */
export interface ResolvedCall {
  readonly status: "resolved";
  readonly tool: AnyTool;
  /** Maps the parameters of the name that was used to the tool's own. */
  readonly mapInput?: InputMapping | undefined;
  /** The alias that was used, if it has its own schema. */
  readonly alias?: ToolAlias | undefined;
}

/** Stage 1: resolves the name to a tool, by name, by alias, in another case or without a namespace. */
export function resolveCall(
  call: ToolCall,
  services: Pick<RuntimeServices, "registry">,
): ResolvedCall | CallFailure {
  const resolution = services.registry.resolve(call.name);
  if (resolution.status === "unknown") {
    const { nearest, instead } = resolution;
    return callFailure("unknown-tool", unknownToolMessage(call.name, nearest, instead));
  }
  return {
    status: "resolved",
    tool: resolution.tool,
    mapInput: resolution.mapInput,
    alias: resolution.alias,
  };
}
