/** Shells (bash(1), and the manuals of the others): with `-c` they run the text after their options. */
export const SHELLS: ReadonlySet<string> = new Set(
  "bash sh rbash zsh dash ksh ksh93 mksh lksh oksh pdksh ash yash posh tcsh csh fish elvish nu xonsh".split(
    " ",
  ),
);
