import { ignoreRejection } from "../../contract/index.js";
import { isHostObject } from "./is-host-object.js";
import { kindOf } from "./kind-of.js";
import { writeJson } from "./write-json.js";

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
