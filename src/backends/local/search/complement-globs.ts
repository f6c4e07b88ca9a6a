// Names that need no escaping in a glob, and are ASCII: ripgrep's classes work on bytes.
const PLAIN_NAME = /^[\w.-]+$/;

/** Folders of a prefix that are expanded; deeper ones save little more. */
const MAX_SEGMENTS = 3;

/**
 * Returns globs that together match everything outside the folder that all given globs start with, so that
 * ripgrep does not walk the rest of a large tree for `src/*.ts`. Returns none if the globs share no folder.
 *
 * There is no glob for "any name but this one", so it takes one for each character: `[!s]*`, `s[!r]*`,
 * `sr[!c]*`, then longer names (`src?*`) and shorter ones (`s`, `sr`).
 */
export function complementGlobsOf(globs: readonly string[]): string[] {
  const outside: string[] = [];
  let folder = "/";
  for (const name of sharedFolder(globs)) {
    for (let length = 0; length < name.length; length += 1) {
      const start = name.slice(0, length);
      outside.push(`${folder}${start}[!${name[length]}]*`);
      if (length > 0) outside.push(`${folder}${start}`);
    }
    outside.push(`${folder}${name}?*`);
    folder += `${name}/`;
  }
  return outside;
}

function sharedFolder(globs: readonly string[]): readonly string[] {
  const folders = globs.map((glob) => {
    const names = glob
      .replace(/^(?:\.\/|\/)+/, "")
      .split("/")
      .slice(0, -1);
    const wild = names.findIndex((name) => !PLAIN_NAME.test(name));
    return names.slice(0, wild < 0 ? names.length : wild);
  });
  const [first = [], ...others] = folders;
  const differing = first.findIndex((name, index) => others.some((other) => other[index] !== name));
  return first.slice(0, Math.min(differing < 0 ? first.length : differing, MAX_SEGMENTS));
}
