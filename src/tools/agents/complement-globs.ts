/** A folder above an open path, or an open path itself. */
interface TrieNode {
  readonly below: Map<string, TrieNode>;
  open: boolean;
}

/** Alternatives in the braces of one glob; a rule may have a hundred. */
const MAX_ALTERNATIVES = 90;

/**
 * Returns globs for permission rules that together match every absolute path outside some paths.
 *
 * Rules cannot express "all but these", and a deny rule overrides every allow rule, so the denied paths must be listed.
 * Globs cannot express "any name but this one" either, so each character needs its own: `[!s]*`, `s[!r]*`, `sr[!c]*`,
 * then the longer names (`src?*`) and the shorter names (`s`, `sr`).
 *
 * @param paths - absolute, without `.` and `..`; on Windows the globs do not match paths on a drive that none of them
 * is on
 */
export function complementGlobs(paths: readonly string[]): readonly string[] {
  const drives = new Map<string, TrieNode>();
  for (const path of paths) {
    const windows = /^([a-zA-Z]:)[\\/]/.exec(path)?.[1];
    const drive = windows ?? "";
    const names = (windows === undefined ? path : path.slice(drive.length).replaceAll("\\", "/")).split("/");
    let node = drives.get(drive) ?? emptyNode();
    drives.set(drive, node);
    for (const name of names) {
      if (name === "") continue;
      const next = node.below.get(name) ?? emptyNode();
      node.below.set(name, next);
      node = next;
    }
    node.open = true;
  }
  const globs: string[] = [];
  for (const [drive, top] of drives) {
    if (top.open) continue;
    const alternatives: string[] = [];
    addOutside(top, "", alternatives);
    for (let start = 0; start < alternatives.length; start += MAX_ALTERNATIVES) {
      globs.push(`${drive}/{${alternatives.slice(start, start + MAX_ALTERNATIVES).join(",")}}`);
    }
  }
  return globs;
}

function emptyNode(): TrieNode {
  return { below: new Map(), open: false };
}

function addOutside({ below, open }: TrieNode, folder: string, globs: string[]): void {
  if (open) return;
  for (const other of otherNames([...below.keys()])) globs.push(`${folder}${other}/**`);
  for (const [name, node] of below) {
    const path = folder + escaped(name);
    // The folder itself is not open: only a path inside it is.
    if (!node.open) globs.push(path);
    addOutside(node, `${path}/`, globs);
  }
}

/** Returns globs for every name except these; requires at least one name. */
function otherNames(names: readonly string[]): readonly string[] {
  const continuations = new Map<string, Set<string>>();
  for (const name of names) {
    for (let length = 0; length <= name.length; length += 1) {
      const start = name.slice(0, length);
      const next = continuations.get(start) ?? new Set();
      continuations.set(start, next);
      // By code unit, as globs compare.
      if (length < name.length) next.add(name[length] as string);
    }
  }
  const complete = new Set(names);
  const globs: string[] = [];
  for (const [start, next] of continuations) {
    const literal = escaped(start);
    globs.push(next.size === 0 ? `${literal}?*` : `${literal}${anyBut([...next])}*`);
    if (start !== "" && !complete.has(start)) globs.push(literal);
  }
  return globs;
}

/** Returns a glob class for any character except these. `]` is literal at the beginning only, `-` at the end only. */
function anyBut(characters: readonly string[]): string {
  const rank = (character: string) => (character === "]" ? 0 : character === "-" ? 2 : 1);
  const sorted = [...characters].sort((one, other) => rank(one) - rank(other));
  return `[!${sorted.map((character) => (character === "\\" ? "\\\\" : character)).join("")}]`;
}

/**
 * Escapes a name for a glob, with classes where possible: a backslash separates names on Windows, where no name
 * contains one.
 */
function escaped(name: string): string {
  return name.replace(/[*?[\]{},]/g, "[$&]").replaceAll("\\", "\\\\");
}
