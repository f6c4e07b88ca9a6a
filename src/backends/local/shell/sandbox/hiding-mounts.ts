import type { HiddenPath } from "./unasked-command.js";

/** Returns the mounts of `bwrap` that hide files and folders. */
export function hidingMounts(hidden: readonly HiddenPath[]): readonly string[] {
  return hidden.flatMap(({ path, type }) =>
    // A device returns no content, and recursive searches skip it silently.
    type === "directory" ? ["--tmpfs", path] : ["--dev-bind", "/dev/null", path],
  );
}
