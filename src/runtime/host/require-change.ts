import type { FileChange } from "../../contract/index.js";
import { isHostObject } from "./is-host-object.js";
import { kindOf } from "./kind-of.js";

const TYPES: readonly unknown[] = ["create", "update", "delete", "move"];

/** Returns a copy of a change that an executor reported; throws a `TypeError` for anything else. */
export function requireChange(change: unknown): FileChange {
  if (isHostObject(change)) {
    const { type, path, movedFrom } = change as Partial<Record<keyof FileChange, unknown>>;
    const isMove = movedFrom === undefined || typeof movedFrom === "string";
    if (TYPES.includes(type) && typeof path === "string" && path !== "" && isMove) {
      return { type: type as FileChange["type"], path, ...(movedFrom !== undefined && { movedFrom }) };
    }
  }
  throw new TypeError(
    `changed() expects a change { type, path } whose type is one of ${TYPES.join(", ")}, but it got ${kindOf(change)}.`,
  );
}
