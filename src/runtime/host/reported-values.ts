import { type FileChange, ignoreRejection } from "../../contract/index.js";
import { isHostObject, kindOf } from "./kind-of.js";
import { writeJson } from "./write-json.js";

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

/** Returns a copy of the metadata that a tool passes to `note()`, which it may change later; throws a `TypeError` if it has no JSON form. */
export function noteOf(metadata: unknown): Readonly<Record<string, unknown>> {
  if (!isHostObject(metadata)) {
    throw new TypeError(`note() expects an object, but it got ${kindOf(metadata)}.`);
  }
  try {
    const copy: unknown = JSON.parse(writeJson(metadata) ?? "null");
    if (isHostObject(copy)) return copy;
  } catch (thrown) {
    ignoreRejection(thrown);
  }
  throw new TypeError("note() expects an object that can be written as JSON.");
}
