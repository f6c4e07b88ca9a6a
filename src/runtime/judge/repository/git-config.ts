/** Longest configuration of a repository that is read, in bytes. */
export const MAX_CONFIG_BYTES = 65_536;

/**
 * Settings that name no program, no other file and no other repository, by section; `*` stands for all names of the section.
 * Source: git-config(1) of Git 2.47, and the manuals of git-lfs and the GitHub CLI for their own keys.
 */
const HARMLESS: Readonly<Record<string, string>> = {
  core:
    "repositoryformatversion filemode logallrefupdates ignorecase precomposeunicode symlinks autocrlf eol safecrlf quotepath abbrev " +
    "longpaths protecthfs protectntfs preloadindex fscache commentchar untrackedcache bigfilethreshold",
  user: "name email",
  remote: "url pushurl fetch tagopt prune prunetags gh-resolved skipfetchall",
  branch:
    "remote merge rebase pushremote description vscode-merge-base gh-merge-base autosetuprebase autosetupmerge sort",
  pull: "rebase ff",
  push: "default autosetupremote followtags",
  fetch: "prune prunetags writecommitgraph",
  init: "defaultbranch",
  merge: "ff conflictstyle",
  rebase: "autosquash autostash updaterefs",
  rerere: "enabled autoupdate",
  advice: "*",
  color: "*",
  column: "*",
  diff: "algorithm renames renamelimit colormoved mnemonicprefix noprefix context interhunkcontext",
  status: "showuntrackedfiles short branch",
  log: "date decorate abbrevcommit",
  tag: "sort",
  gc: "auto autodetach",
  feature: "manyfiles",
  lfs: "repositoryformatversion access",
};

const NAME = /^[A-Za-z0-9-]+$/;
const SUBSECTION = /^"[^"\\]*"$/;

/**
 * Returns whether the configuration of a repository consists only of settings that name no program. Unknown sections and
 * keys, includes, and lines that are written in an unusual way count as harmful.
 */
export function isHarmlessConfig(text: string): boolean {
  let keys: readonly string[] = [];
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line === "" || /^[#;]/.test(line)) continue;
    // The value continues on the next line.
    if (line.endsWith("\\")) return false;
    if (line.startsWith("[")) {
      const section = sectionOf(line);
      if (section === undefined || !Object.hasOwn(HARMLESS, section)) return false;
      keys = (HARMLESS[section] ?? "").split(" ");
    } else if (!isHarmlessSetting(line, keys)) return false;
  }
  return true;
}

/** Returns the name of the section that a line such as `[branch "main"]` begins; `undefined` if more is on the line. */
function sectionOf(line: string): string | undefined {
  if (!line.endsWith("]")) return undefined;
  const inside = line.slice(1, -1);
  const blank = inside.search(/[ \t]/);
  const name = blank === -1 ? inside : inside.slice(0, blank);
  const isWhole = blank === -1 || SUBSECTION.test(inside.slice(blank).trim());
  return NAME.test(name) && isWhole ? name.toLowerCase() : undefined;
}

function isHarmlessSetting(line: string, keys: readonly string[]): boolean {
  const equals = line.indexOf("=");
  const key = (equals === -1 ? line : line.slice(0, equals)).trim().toLowerCase();
  // A bare repository has its working tree in another folder, or none.
  if (key === "bare") return equals !== -1 && line.slice(equals + 1).trim() === "false";
  return NAME.test(key) && (keys.includes(key) || keys.includes("*"));
}
