/** A folder on the way to what is open, or what is open itself. */
interface Place {
  readonly below: Map<string, Place>;
  open: boolean;
}

/** Alternatives in the braces of one glob; a rule may have a hundred. */
const MAX_ALTERNATIVES = 90;

/**
 * Globs of permission rules that together match every absolute path which is neither one of some paths nor below one.
 *
 * Rules have no "all but these", and a deny wins over every allow; so what is denied has to be said. There is no glob for "any
 * name but this one" either, so it takes one for each character: `[!s]*`, `s[!r]*`, `sr[!c]*`, then the names that go on
 * (`src?*`) and those that end too early (`s`, `sr`).
 *
 * @param paths - absolute, without `.` and `..`; on Windows what lies on a drive that none of them is on is not matched
 */
export function complementGlobs(paths: readonly string[]): readonly string[] {
  const drives = new Map<string, Place>();
  for (const path of paths) {
    const windows = /^([a-zA-Z]:)[\\/]/.exec(path)?.[1];
    const drive = windows ?? "";
    const names = (windows === undefined ? path : path.slice(drive.length).replaceAll("\\", "/")).split("/");
    let place = drives.get(drive) ?? emptyPlace();
    drives.set(drive, place);
    for (const name of names) {
      if (name === "") continue;
      const next = place.below.get(name) ?? emptyPlace();
      place.below.set(name, next);
      place = next;
    }
    place.open = true;
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

function emptyPlace(): Place {
  return { below: new Map(), open: false };
}

function addOutside({ below, open }: Place, folder: string, globs: string[]): void {
  if (open) return;
  for (const other of otherNames([...below.keys()])) globs.push(`${folder}${other}/**`);
  for (const [name, place] of below) {
    const path = folder + escaped(name);
    // The folder itself is not open: only something in it is.
    if (!place.open) globs.push(path);
    addOutside(place, `${path}/`, globs);
  }
}

/** Globs for every name but these, at least one name being given. */
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

/** `]` counts literally at the beginning only, `-` at the end only. */
function anyBut(characters: readonly string[]): string {
  const rank = (character: string) => (character === "]" ? 0 : character === "-" ? 2 : 1);
  const sorted = [...characters].sort((one, other) => rank(one) - rank(other));
  return `[!${sorted.map((character) => (character === "\\" ? "\\\\" : character)).join("")}]`;
}

/** By classes where possible: a backslash stands between names on Windows, where no name has one. */
function escaped(name: string): string {
  return name.replace(/[*?[\]{},]/g, "[$&]").replaceAll("\\", "\\\\");
}
