/** What other agents call the path of a file; models trained on them send these. */
export const PATH_NAMES = ["file_path", "filePath", "filename"] as const;

/** What other agents call the parameters of an edit. */
export const EDIT_NAMES = {
  old_str: ["old_string", "oldString"],
  new_str: ["new_string", "newString"],
  replace_all: ["replaceAll"],
} as const;

/**
 * Gives the keys of an object inside a parameter the names that this toolset has for them; a key that is there under its
 * own name stays. Anything but an object is given back as it is.
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
