/** The name that means "no file". */
const NO_FILE = "/dev/null";

/** The names of a file before and after; `undefined` where there is none. */
export interface DiffNames {
  readonly before?: string;
  readonly after?: string | undefined;
}

/**
 * Parses the names after `---` and `+++`: without time stamps and quotes, and without the prefixes (`a/`, `b/`) when
 * both have one.
 */
export function fileNames(before: string, after: string): DiffNames {
  const [one, other] = [fileName(before), fileName(after)];
  if (one === NO_FILE) return other === NO_FILE ? {} : { after: other.replace(/^b\//, "") };
  if (other === NO_FILE) return { before: one.replace(/^a\//, "") };
  return hasPrefixes(one, other)
    ? { before: one.slice(2), after: other.slice(2) }
    : { before: one, after: other };
}

/**
 * Parses the names of a `diff --git` line, the only source for an empty file or a change of mode; `undefined` when they
 * cannot be separated.
 */
export function gitNames(line: string): DiffNames | undefined {
  const names = line.slice("diff --git ".length).trimEnd();
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(names);
  if (quoted !== null) return fileNames(quoted[1] as string, quoted[2] as string);
  // Names with spaces are not quoted: then both are equal except for the prefix.
  const half = (names.length - 1) / 2;
  if (!Number.isInteger(half) || names[half] !== " ") return undefined;
  const found = fileNames(names.slice(0, half), names.slice(half + 1));
  return found.before === found.after ? found : undefined;
}

/**
 * Returns whether names have git's prefixes: `a/` and `b/`, or two of `c/ i/ o/ w/` if git is configured to name the
 * sides.
 */
function hasPrefixes(one: string, other: string): boolean {
  return /^[aciow]\//.test(one) && /^[bciow]\//.test(other) && one[0] !== other[0];
}

/** Removes a time stamp, which follows a tab, and git's quotes around special names. */
export function fileName(text: string): string {
  const name = text.trimEnd();
  if (name.startsWith('"')) return unquoted(name);
  const tab = name.indexOf("\t");
  return tab === -1 ? name : name.slice(0, tab);
}

const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
};

/** Decodes the C-style quoting of git; octal escapes are bytes of UTF-8. */
function unquoted(text: string): string {
  const inner = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [piece, octal, letter] of inner.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter === undefined) bytes.push(...encoder.encode(piece));
    else if (ESCAPES[letter] !== undefined) bytes.push(ESCAPES[letter]);
    else bytes.push(...encoder.encode(letter));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
