import type { FileLocation, ToolSession } from "../../contract/index.js";
import type { RuntimeServices } from "../services/index.js";
import type { Locate } from "./canonical-keys.js";

/** Caches lookups: facts and keys of one call name the same paths. */
export function rememberingLocate(
  session: ToolSession,
  { workspace }: Pick<RuntimeServices, "workspace">,
): { readonly locate: Locate; readonly located: () => Promise<readonly FileLocation[]> } {
  const known = new Map<string, Promise<FileLocation>>();
  const locate: Locate = (path, { finalSymlink = "follow" } = {}) => {
    if (workspace === undefined) return undefined;
    // No path contains a NUL character.
    const key = `${finalSymlink}\0${path}`;
    let location = known.get(key);
    if (location === undefined) {
      location = workspace.locate(path, session, { finalSymlink });
      known.set(key, location);
    }
    return location;
  };
  // A key that cannot be resolved only makes a call conflict with every other.
  const located = async () =>
    (await Promise.allSettled(known.values())).flatMap((each) =>
      each.status === "fulfilled" ? [each.value] : [],
    );
  return { locate, located };
}
