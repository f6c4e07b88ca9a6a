/** Programs that print, pack or copy what lies below a folder, for commands that no table accounts for in every word. */
export interface FolderReaders {
  /** Names, one blank apart. */
  readonly programs: string;
  /** Set where it reads the working folder by itself: always, or when it is given no other, which is not known here. */
  readonly workingFolder?: true;
  /** Only with one of these among its words, one blank apart. */
  readonly subcommands?: string;
  readonly source: string;
}

/** The {@link FolderReaders}, by family. */
export const FOLDER_READERS: readonly FolderReaders[] = [
  {
    programs: "rg rga ag ack ugrep ug pt sift semgrep ast-grep sg",
    workingFolder: true,
    source: "their manuals: without a path they search the working folder",
  },
  {
    programs: "grep egrep fgrep zgrep bzgrep xzgrep rgrep pcregrep",
    workingFolder: true,
    source: "GNU grep manual, --recursive",
  },
  { programs: "fd fdfind tree du cloc tokei scc", workingFolder: true, source: "their manuals" },
  { programs: "ls dir vdir diff", source: "GNU coreutils manual, GNU diffutils manual, --recursive" },
  {
    programs: "cp rsync scp tar bsdtar gtar pax zip 7z 7za 7zr rar ditto robocopy xcopy install",
    source: "their manuals: a folder stands for everything in it",
  },
  {
    programs: "git",
    workingFolder: true,
    subcommands:
      "grep diff show log archive bundle annotate blame cat-file fast-export format-patch difftool diff-tree diff-index diff-files " +
      "range-diff whatchanged",
    source: "Git 2.47 documentation: they print or pack contents of the whole repository",
  },
];
