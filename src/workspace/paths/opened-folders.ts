import type { ToolSession } from "../../contract/index.js";

/** A folder outside of the roots that may be read. An object, so that one of two openings of a folder can be closed. */
interface OpenedFolder {
  /** Absolute, symlinks resolved. */
  readonly path: string;
}

const OPENED = Symbol("collet.opened-folders");

/**
 * Lets a session, and those that work for it, read everything below a folder outside of the roots, secrets excepted. Nothing
 * there may be changed, and rules about its paths hold. For whoever has the leave of the host: nobody is asked here.
 *
 * @param folder - real: absolute, symlinks resolved
 * @returns what closes the folder again; calling it twice does nothing more
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

/** Whether a real path lies in a folder that was opened for a session, or for one of those that it works for. */
export function isOpenedFor(session: ToolSession, path: string, separator: string): boolean {
  const met = new Set<ToolSession>();
  // A circle of parents ends where it began.
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
