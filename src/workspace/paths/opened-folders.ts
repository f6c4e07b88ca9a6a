import type { ToolSession } from "../../contract/index.js";

/** A folder outside the roots that may be read. An object, so that one of two openings of a folder can be closed. */
interface OpenedFolder {
  /** Absolute, symlinks resolved. */
  readonly path: string;
}

const OPENED = Symbol("collet.opened-folders");

/**
 * Lets a session and its subagents read everything below a folder outside the roots, except secrets. Changes there stay
 * forbidden, and rules about its paths apply. For callers that the host has authorised: this function does not ask for
 * approval.
 *
 * @param folder - real path: absolute, symlinks resolved
 * @returns a function that closes the folder again; calling it twice has no further effect
 */
export function openForReading({ memory }: Pick<ToolSession, "memory">, folder: string): () => void {
  const opened: OpenedFolder = { path: folder };
  const known = foldersOf({ memory });
  memory.set(OPENED, [...known, opened]);
  return () => {
    memory.set(
      OPENED,
      foldersOf({ memory }).filter((each) => each !== opened),
    );
  };
}

/** Returns whether a real path is in a folder that was opened for a session or for one of its parents. */
export function isOpenedFor(session: ToolSession, path: string, separator: string): boolean {
  const met = new Set<ToolSession>();
  // A cycle of parents ends where it began.
  for (
    let each: ToolSession | undefined = session;
    each !== undefined && !met.has(each);
    each = each.parent
  ) {
    met.add(each);
    if (foldersOf(each).some((folder) => contains(folder.path, path, separator))) return true;
  }
  return false;
}

function foldersOf({ memory }: Pick<ToolSession, "memory">): readonly OpenedFolder[] {
  return (memory.get(OPENED) as readonly OpenedFolder[] | undefined) ?? [];
}

function contains(folder: string, path: string, separator: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
}
