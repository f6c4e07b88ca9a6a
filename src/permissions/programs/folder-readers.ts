/** Programs that print, pack or copy the content of a folder, for commands of which no table explains every word. */
export interface FolderReaders {
  /** Names, separated by spaces. */
  readonly programs: string;
  /** Set if the program reads the working folder without being told: always, or without another folder, which is not known here. */
  readonly workingFolder?: true;
  /** Applies only if one of these is among its words, separated by spaces. */
  readonly subcommands?: string;
  readonly source: string;
}

/** Every {@link FolderReaders} entry, by family. */
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
    source: "their manuals: a folder means everything in it",
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
