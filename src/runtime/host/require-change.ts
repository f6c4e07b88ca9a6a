import type { FileChange } from "../../contract/index.js";
import { kindOf } from "./kind-of.js";

const TYPES: readonly unknown[] = ["create", "update", "delete", "move"];

/** Returns a copy of a change that an executor reported; throws a `TypeError` for anything else. */
export function requireChange(change: unknown): FileChange {
  if (typeof change === "object" && change !== null) {
    const copy = { ...(change as FileChange) };
    const { type, path, movedFrom } = copy as Partial<Record<keyof FileChange, unknown>>;
    const isMove = movedFrom === undefined || typeof movedFrom === "string";
    if (TYPES.includes(type) && typeof path === "string" && path !== "" && isMove) return copy;
  }
  throw new TypeError(
    `changed() expects a change { type, path } whose type is one of ${TYPES.join(", ")}, but it got ${kindOf(change)}.`,
  );
}
