import type { AnyTool } from "../../contract/index.js";
import { ACTS } from "./acts.js";
import type { Act } from "./dialect.js";

/** Returns the act of a built-in tool by its name; `undefined` for a host's tool or an unknown one. */
export function actOf({ name, source }: Pick<AnyTool, "name" | "source">): Act | undefined {
  if (source !== "builtin") return undefined;
  return ACTS.find(({ dialects }) =>
    dialects.some(({ toolset, names }) => toolset !== undefined && names[0] === name),
  );
}
