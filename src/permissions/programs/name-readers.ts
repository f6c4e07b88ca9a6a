import { namesOf, type ProgramList } from "../runners/index.js";

const LISTS: readonly ProgramList[] = [
  {
    programs:
      "echo printf test [ [[ : true false exit return shift type hash expr let export declare local typeset readonly set unset",
    source: "bash(1), Shell builtin commands",
  },
  {
    programs: "basename dirname which whereis id printenv seq sleep date kill",
    source: "GNU coreutils manual",
  },
  {
    programs: "shellcheck actionlint yamllint hadolint cloc tokei scc fd fdfind locate",
    source: "their manuals: they report on files and write none",
  },
  {
    programs: "tar bsdtar gtar zip 7z 7za 7zr 7zz rar curl wget git",
    source:
      "their manuals; what they write is in content-writers.ts, git/git-changes.ts and shell/writes/attached-paths.ts",
  },
];

/** Programs that change no file that a plain word names, whatever their options. Every other program may change one. */
export const NAME_READERS: ReadonlySet<string> = namesOf(LISTS);

/** Options whose value names an excluded file: `--exclude=.git`, `--ignore-path .x`. */
export const EXCLUDES = /^--?(?:exclude|ignore|skip|omit|no-)/;
