/** Other agents' names for the path of a file; models trained on them send these. */
export const PATH_NAMES = ["file_path", "filePath", "filename"] as const;

/** Other agents' names for the parameters of an edit. */
export const EDIT_NAMES = {
  old_str: ["old_string", "oldString"],
  new_str: ["new_string", "newString"],
  replace_all: ["replaceAll"],
} as const;

/**
 * Renames the keys of an object inside a parameter to this toolset's names; an existing key under its own name stays.
 * Returns anything but an object unchanged.
 */
export function ownNames(value: unknown, names: Readonly<Record<string, readonly string[]>>): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const own = new Map(Object.entries(value));
  for (const [name, others] of Object.entries(names)) {
    for (const other of others) {
      if (own.has(other) && !own.has(name)) own.set(name, own.get(other));
      own.delete(other);
    }
  }
  return Object.fromEntries(own);
}
