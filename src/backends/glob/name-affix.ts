/** A glob that describes a single name: its prefix and its suffix. */
export interface NameAffix {
  readonly prefix: string;
  readonly suffix: string;
  /** Whether anything may stand between the two. */
  readonly open: boolean;
}

// `**/`, then a name of plain characters with at most one star.
const ONE_NAME = /^\*\*\/([\w.@+~ -]*)(?:(\*)([\w.@+~ -]*))?$/;

/**
 * Reads a glob for one name in any folder, such as `*.ts` or `.env` after `**`; returns `undefined` for any
 * other glob. Most globs of models and all globs that exclude secrets have this form. They are matched by
 * string comparison, many times as fast as by an automaton.
 */
export function nameAffixOf(glob: string): NameAffix | undefined {
  const parts = ONE_NAME.exec(glob);
  if (parts === null) return undefined;
  const [, prefix = "", star = "", suffix = ""] = parts;
  if (prefix + star + suffix === "" || prefix === "." || prefix === "..") return undefined;
  return { prefix, suffix, open: star === "*" };
}

/** Returns whether a name has the affix. */
function hasAffix(name: string, { prefix, suffix, open }: NameAffix): boolean {
  if (!open) return name === prefix;
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix);
}

/**
 * Returns whether the last name of a path has an affix. With `explicit`, hidden names match only if the affix
 * contains their dot.
 */
export function endsWithAffix(path: string, affix: NameAffix, hidden: "explicit" | "any"): boolean {
  // Cheap, and nearly always enough to reject.
  if (!path.endsWith(affix.open ? affix.suffix : affix.prefix)) return false;
  const nameStart = path.lastIndexOf("/") + 1;
  if (!hasAffix(path.slice(nameStart), affix)) return false;
  if (hidden === "any") return true;
  const dot = path.startsWith(".") ? 0 : path.indexOf("/.") + 1;
  const firstHidden = path.startsWith(".") || dot > 0 ? dot : -1;
  return firstHidden === -1 || (firstHidden === nameStart && affix.prefix.startsWith("."));
}

/** Returns a test that decides whether any name on a path, folders included, has any of the affixes. */
export function anyNameMatcher(affixes: readonly NameAffix[]): (path: string) => boolean {
  const exact = new Set(affixes.filter(({ open }) => !open).map(({ prefix }) => prefix));
  const open = affixes.filter((affix) => affix.open);
  return (path) => {
    for (let start = 0; start <= path.length; ) {
      const slash = path.indexOf("/", start);
      const end = slash === -1 ? path.length : slash;
      const name = path.slice(start, end);
      if (exact.has(name) || open.some((affix) => hasAffix(name, affix))) return true;
      start = end + 1;
    }
    return false;
  };
}
