/** The sources of the rows in the tables. */
export const MANUALS = {
  coreutils: "GNU coreutils 9.5 manual, https://www.gnu.org/software/coreutils/manual/",
  grep: "GNU grep 3.11 manual, https://www.gnu.org/software/grep/manual/",
  sed: "GNU sed 4.9 manual, https://www.gnu.org/software/sed/manual/",
  findutils: "GNU findutils 4.10 manual, https://www.gnu.org/software/findutils/manual/",
  utilLinux: "util-linux 2.40 manual pages, https://man7.org/linux/man-pages/",
  bsd: "FreeBSD 14 and macOS 14 manual pages, https://man.freebsd.org/ and man(1) of macOS",
  posix: "POSIX.1-2024, Shell and Utilities, https://pubs.opengroup.org/onlinepubs/9799919799/",
  bash: "Bash 5.2 reference manual, https://www.gnu.org/software/bash/manual/",
  ripgrep: "ripgrep 14 manual page, rg(1), https://github.com/BurntSushi/ripgrep/blob/14.1.1/GUIDE.md",
  git: "Git 2.47 documentation, https://git-scm.com/docs",
  which: "which(1) of Debian, GNU and FreeBSD",
  versions: "The --version option of each program's own manual",
} as const;
