import type { FileStat, JsonValue } from "../../contract/index.js";
import type { ExactJson } from "./exact-json.js";

/** Longest identity of a file. */
const MAX_IDENTITY_CHARACTERS = 256;

/** Returns the fields of a stat that identify a file. */
export function statJson({ size, modifiedAtMs, identity }: FileStat): JsonValue {
  return { size, modifiedAtMs, identity };
}

/** Reads the fields of {@link statJson}; the others are never compared. */
export function statFrom(json: ExactJson): FileStat {
  const { size, modifiedAtMs, identity } = json.members(["size", "modifiedAtMs", "identity"]);
  return {
    type: "file",
    size: size.count(),
    modifiedAtMs: modifiedAtMs.number(),
    identity: identity.text(MAX_IDENTITY_CHARACTERS),
    mode: 0o644,
    links: 1,
  };
}
