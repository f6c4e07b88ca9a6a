import type { JsonValue } from "../../contract/index.js";
import { base64 } from "../../values/index.js";
import type { EntryImage } from "../changes/index.js";
import { MAX_JOURNAL_BYTES } from "../journal/index.js";
import type { ExactJson } from "./exact-json.js";
import { type ExportRoot, isPlainName } from "./export-root.js";

/** Most nested folders. */
const MAX_DEPTH = 128;

/** Most names in one folder. */
const MAX_NAMES = 100_000;

/** Longest name, and longest target of a symlink. */
const MAX_TEXT_CHARACTERS = 4_096;

/** The mode bits of a file that are exported; those for running as another user are not. */
const PERMISSION_BITS = 0o777;

/** Converts a removed entry to JSON, without its owner, who may be another user elsewhere. */
export function imageJson(image: EntryImage): JsonValue {
  switch (image.type) {
    case "file":
      return {
        type: image.type,
        bytes: base64(image.bytes),
        ...(image.mode !== undefined && { mode: image.mode & PERMISSION_BITS }),
      };
    case "symlink":
      return { type: image.type, target: image.target };
    case "directory":
      return {
        type: image.type,
        mode: image.mode & PERMISSION_BITS,
        ...(image.identity !== undefined && { identity: image.identity }),
        entries: image.entries.map(({ name, image: entry }) => ({ name, image: imageJson(entry) })),
      };
  }
}

/** Reads the JSON of {@link imageJson}. */
export function imageFrom(json: ExactJson, exportRoot: ExportRoot, depth = 0): EntryImage {
  if (depth > MAX_DEPTH) json.fail(`at most ${MAX_DEPTH} folders deep`);
  const optional = ["bytes", "mode", "target", "identity", "entries"] as const;
  const { type, bytes, mode, target, identity, entries } = json.members(
    ["type", ...optional],
    optional as never,
  );
  switch (type.oneOf(["file", "symlink", "directory"])) {
    case "file":
      return {
        type: "file",
        bytes: bytes.bytes(MAX_JOURNAL_BYTES),
        ...(mode.value !== undefined && { mode: mode.count() & PERMISSION_BITS }),
      };
    case "symlink":
      return { type: "symlink", target: target.text(MAX_TEXT_CHARACTERS) };
    case "directory":
      return {
        type: "directory",
        mode: mode.count() & PERMISSION_BITS,
        ...(identity.value !== undefined && { identity: identity.text(MAX_TEXT_CHARACTERS) }),
        entries: entries.items(MAX_NAMES).map((item) => {
          const { name, image } = item.members(["name", "image"]);
          const text = name.text(MAX_TEXT_CHARACTERS);
          if (!isPlainName(text, exportRoot.path.sep)) name.fail("a single name");
          return { name: text, image: imageFrom(image, exportRoot, depth + 1) };
        }),
      };
  }
}
