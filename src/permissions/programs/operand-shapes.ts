/** The way a program uses its operands, for commands of which no table explains every word. Plain data. */
export interface OperandShape {
  /** Names of the programs, separated by spaces. */
  readonly programs: string;
  /** The effect on the operands. */
  readonly access: "read" | "write" | "delete";
  /** The number of leading operands that are not paths: a pattern, a mode, a script. */
  readonly skip?: number;
  /** Options that replace the skipped operands, separated by spaces: `-e` of grep. */
  readonly unless?: string;
  /** The effect on the last of several operands. */
  readonly last?: "write";
  /** Whether all operands but the last are copied to another path, folders with their content. */
  readonly copies?: true;
  /** Letters of short options that take the next word, which is not an operand then. */
  readonly valued?: string;
  /** Options that make the program change its operands in place, separated by spaces. */
  readonly inPlace?: string;
  readonly source: string;
}

/** Every {@link OperandShape}, by the effect of the programs. */
export const OPERAND_SHAPES: readonly OperandShape[] = [
  {
    programs:
      "cat tac nl rev less more most bat batcat wc stat file ls dir vdir tree du df readlink realpath md5sum sha1sum sha224sum " +
      "sha256sum sha384sum sha512sum b2sum cksum sum od hexdump hd strings base64 base32 diff cmp comm paste cut sort " +
      "join fold fmt expand unexpand column cd chdir pushd view zcat bzcat xzcat gunzip unzip iconv csplit source . " +
      "cygpath type get-content gc open xdg-open",
    access: "read",
    source: "GNU coreutils manual, POSIX, and their manuals",
  },
  { programs: "head tail", access: "read", valued: "ncs", source: "GNU coreutils manual" },
  {
    programs: "grep egrep fgrep zgrep rg ag ack ugrep",
    access: "read",
    skip: 1,
    unless: "-e -f --regexp --file --files",
    valued: "eABCmdgtTM",
    source: "GNU grep manual, rg(1), ag(1), ack(1)",
  },
  {
    programs: "sed awk gawk mawk jq yq",
    access: "read",
    skip: 1,
    unless: "-e -f --expression --file --from-file",
    valued: "eF",
    inPlace: "-i --in-place --inplace",
    source: "GNU sed manual, gawk manual, jq manual",
  },
  {
    programs: "rm rmdir unlink shred srm trash del erase rd",
    access: "delete",
    valued: "n",
    source: "GNU coreutils manual, Windows commands",
  },
  {
    programs:
      "mkdir touch tee truncate mkfifo mknod mktemp fallocate chattr setfacl patch ed ex vi vim nvim nano emacs",
    access: "write",
    valued: "mdtrs",
    source: "GNU coreutils manual, and their manuals",
  },
  {
    programs: "chmod chown chgrp chcon",
    access: "write",
    skip: 1,
    unless: "--reference",
    source: "GNU coreutils manual",
  },
  { programs: "xxd", access: "read", last: "write", source: "xxd(1): infile, outfile" },
  {
    programs: "split",
    access: "read",
    last: "write",
    valued: "abClnt",
    source: "GNU coreutils manual, split invocation",
  },
  { programs: "uniq", access: "read", last: "write", source: "POSIX, uniq: input file, output file" },
  {
    programs: "install",
    access: "read",
    last: "write",
    valued: "mgoS",
    copies: true,
    inPlace: "-d --directory",
    source: "GNU coreutils manual, install invocation: with -d it creates its operands",
  },
  {
    programs: "cp rsync copy xcopy robocopy ditto",
    access: "read",
    last: "write",
    valued: "mgoS",
    copies: true,
    source: "GNU coreutils manual, rsync(1), Windows commands, ditto(1)",
  },
  { programs: "ln link", access: "write", copies: true, source: "GNU coreutils manual" },
  {
    programs: "mv move ren rename",
    access: "delete",
    last: "write",
    valued: "S",
    source: "GNU coreutils manual, Windows commands",
  },
];
