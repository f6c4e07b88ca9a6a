import type { AnyTool } from "../../contract/index.js";
import { DELEGATE } from "./delegating.js";
import type { Act } from "./dialect.js";
import { DELETE, EDIT, MOVE, MULTI_EDIT, PATCH, UNDO, WRITE } from "./editing.js";
import { READ_TODOS, WRITE_TODOS } from "./planning.js";
import { READ, VIEW_IMAGE } from "./reading.js";
import { SHELL } from "./running.js";
import { GLOB, GREP, LIST } from "./searching.js";
import { READ_WEB_PAGE, SEARCH_WEB } from "./web.js";

/** Acts that toolsets have in common, in all dialects. */
export const ACTS: readonly Act[] = [
  READ,
  VIEW_IMAGE,
  WRITE,
  EDIT,
  MULTI_EDIT,
  PATCH,
  DELETE,
  MOVE,
  UNDO,
  GREP,
  GLOB,
  LIST,
  SHELL,
  WRITE_TODOS,
  READ_TODOS,
  DELEGATE,
  READ_WEB_PAGE,
  SEARCH_WEB,
];

/** Returns the act of a built-in tool by its name; `undefined` for a host's tool or an unknown one. */
export function actOf({ name, source }: Pick<AnyTool, "name" | "source">): Act | undefined {
  if (source !== "builtin") return undefined;
  return ACTS.find(({ dialects }) =>
    dialects.some(({ toolset, names }) => toolset !== undefined && names[0] === name),
  );
}
