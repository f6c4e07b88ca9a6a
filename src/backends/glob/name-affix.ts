/** A glob that says something about one name only: how it begins and how it ends. */
export interface NameAffix {
  readonly prefix: string;
  readonly suffix: string;
  /** Whether anything may be between the two. */
  readonly open: boolean;
}

// `**/` and then a name of plain characters with one star at the most.
const ONE_NAME = /^\*\*\/([\w.@+~ -]*)(?:(\*)([\w.@+~ -]*))?$/;

/**
 * Reads globs for one name in any folder, `*.ts` or `.env` with `**` in front, which are most of those that models write and all that keep secrets out; nothing
 * for any other. They are matched by comparing strings, many times as fast as by an automaton.
 */
export function nameAffixOf(glob: string): NameAffix | undefined {
  const parts = ONE_NAME.exec(glob);
  if (parts === null) return undefined;
  const [, prefix = "", star = "", suffix = ""] = parts;
  if (prefix + star + suffix === "" || prefix === "." || prefix === "..") return undefined;
  return { prefix, suffix, open: star === "*" };
}

/** Whether a name has the affix. */
function hasAffix(name: string, { prefix, suffix, open }: NameAffix): boolean {
  if (!open) return name === prefix;
  return name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix);
}

/** Whether the last name of a path has an affix, hidden names found only where the affix spells their dot. */
export function endsWithAffix(path: string, affix: NameAffix, hidden: "explicit" | "any"): boolean {
  // Cheap, and nearly always enough to say no.
  if (!path.endsWith(affix.open ? affix.suffix : affix.prefix)) return false;
  const nameStart = path.lastIndexOf("/") + 1;
  if (!hasAffix(path.slice(nameStart), affix)) return false;
  if (hidden === "any") return true;
  const dot = path.startsWith(".") ? 0 : path.indexOf("/.") + 1;
  const firstHidden = path.startsWith(".") || dot > 0 ? dot : -1;
  return firstHidden === -1 || (firstHidden === nameStart && affix.prefix.startsWith("."));
}

/** Decides whether any name on a path, those of folders included, has any of many affixes. */
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
