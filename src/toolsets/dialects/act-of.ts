import type { AnyTool } from "../../contract/index.js";
import { ACTS } from "./acts.js";
import type { Act } from "./dialect.js";

/** What a built-in tool does, told by its name; `undefined` for a tool of a host's and for one that the tables do not know. */
export function actOf({ name, source }: Pick<AnyTool, "name" | "source">): Act | undefined {
  if (source !== "builtin") return undefined;
  return ACTS.find(({ dialects }) =>
    dialects.some(({ toolset, names }) => toolset !== undefined && names[0] === name),
  );
}
