/** Programs that write files whose names come only from an archive, a patch, a server or a repository. */
export interface ContentWriter {
  /** Names, separated by spaces. */
  readonly programs: string;
  /** Applies only if the first word that is not an option is one of these, separated by spaces. */
  readonly subcommands?: string;
  /** Applies only if the first word matches: `tar xf`, `7z x`. */
  readonly first?: RegExp;
  /** Applies only if one of the words matches. If `first` is set too, a match of either is enough. */
  readonly when?: RegExp;
  /** Does not apply if one of the words matches: the command only lists or checks. */
  readonly unless?: RegExp;
  /** Applies only if a word other than the last matches: a remote source. */
  readonly source?: RegExp;
  /** Does not apply with an operand, which then is the only changed file. Lists the short options that take a value. */
  readonly operandNames?: string;
  /** Does not apply with at most one operand and one of these options: the command creates a branch and changes no file. */
  readonly makesBranch?: RegExp;
  /** Does not apply with `--`, because the words after it name all changed files. */
  readonly named?: true;
  /** The source of the names, as a question states it. */
  readonly from: "an archive" | "a patch" | "a repository" | "a server";
  readonly manual: string;
}

/** Every {@link ContentWriter}, by family. */
export const CONTENT_WRITERS: readonly ContentWriter[] = [
  {
    programs: "tar bsdtar gtar star",
    first: /^[a-zA-Z]{0,16}x/,
    when: /^-[a-zA-Z]{0,16}x|^--(?:ext|get)/,
    from: "an archive",
    manual: "GNU tar manual, --extract; bsdtar(1)",
  },
  { programs: "unzip bsdunzip", unless: /^-[a-zA-Z]{0,8}[lptvZzc]/, from: "an archive", manual: "unzip(1)" },
  {
    programs: "cpio bsdcpio pax",
    when: /^-[a-zA-Z]{0,16}[ipr]|^--(?:ext|pass)/,
    from: "an archive",
    manual: "GNU cpio manual; pax(1p)",
  },
  {
    programs: "7z 7za 7zr 7zz rar unrar lha",
    first: /^[xe][a-z]{0,8}$/,
    from: "an archive",
    manual: "7z(1), unrar(1), lha(1)",
  },
  {
    programs: "jar ar",
    first: /^-?[a-zA-Z]{0,16}x/,
    when: /^--extract/,
    from: "an archive",
    manual: "jar(1), ar(1)",
  },
  {
    programs: "unar aunpack unace cabextract unsquashfs innoextract uudecode patool expand-archive",
    unless: /^(?:-l|-ls|-ll|-lls|-s|-stat|--list|list|test)$/,
    from: "an archive",
    manual: "their manuals",
  },
  {
    programs: "atool als acat",
    when: /^(?:-[a-zA-Z]{0,8}x|--extract)/,
    from: "an archive",
    manual: "atool(1)",
  },
  { programs: "ditto", when: /^-[a-zA-Z]{0,8}x/, from: "an archive", manual: "ditto(1)" },
  {
    programs: "dpkg dpkg-deb",
    when: /^-[xXRe]$|^--(?:extract|vextract|raw-extract|control)$/,
    from: "an archive",
    manual: "dpkg-deb(1)",
  },
  {
    programs: "python python2 python3",
    when: /^(?:-m)?(?:zipfile|tarfile)$/,
    from: "an archive",
    manual: "Python library, command-line interface of zipfile and tarfile",
  },
  {
    programs: "gunzip gzip",
    when: /^(?:-[a-zA-Z]{0,8}N|--name$)/,
    from: "an archive",
    manual: "gzip(1), --name",
  },
  {
    programs: "patch",
    unless: /^(?:--dry-run|-C|--check)$/,
    operandNames: "BDFVYdgiprxz",
    from: "a patch",
    manual: "GNU patch manual, Multiple patches in a file",
  },
  {
    programs: "git",
    subcommands: "apply",
    unless: /^--(?:stat|numstat|summary|check|cached)$/,
    from: "a patch",
    manual: "git-apply(1)",
  },
  {
    programs: "git",
    subcommands: "am quiltimport",
    unless: /^--show-current-patch/,
    from: "a patch",
    manual: "git-am(1)",
  },
  {
    programs: "git",
    subcommands: "checkout switch",
    named: true,
    makesBranch: /^(?:-[bBcC]|--create|--orphan|--force-create)$/,
    from: "a repository",
    manual: "git-checkout(1), git-switch(1)",
  },
  {
    programs: "git",
    subcommands:
      "merge pull rebase cherry-pick revert checkout-index sparse-checkout filter-branch svn p4 cvsimport bisect",
    from: "a repository",
    manual: "Git 2.47 documentation: they update the working tree",
  },
  {
    programs: "git",
    // The folder is new, so the repository determines its content, apart from a plain `.git`.
    subcommands: "clone",
    from: "a repository",
    manual: "git-clone(1)",
  },
  {
    programs: "git",
    subcommands: "reset",
    when: /^--(?:hard|merge|keep)$/,
    from: "a repository",
    manual: "git-reset(1)",
  },
  {
    programs: "git",
    subcommands: "read-tree",
    when: /^-u$/,
    from: "a repository",
    manual: "git-read-tree(1)",
  },
  {
    programs: "git",
    subcommands: "stash",
    when: /^(?:pop|apply|branch)$/,
    from: "a repository",
    manual: "git-stash(1)",
  },
  {
    programs: "git",
    subcommands: "subtree",
    when: /^(?:add|pull|merge)$/,
    from: "a repository",
    manual: "git-subtree(1)",
  },
  {
    programs: "git",
    subcommands: "clean",
    unless: /^(?:-[a-zA-Z]{0,8}n|--dry-run$)/,
    from: "a repository",
    manual: "git-clean(1)",
  },
  {
    programs: "rsync scp",
    source: /^[^-/:][^/:]{0,255}:/,
    when: /^-[a-zA-Z]{0,16}[ar]|^--(?:archive|recursive)$/,
    from: "a server",
    manual: "rsync(1), scp(1)",
  },
  {
    programs: "curl",
    when: /^(?:-[a-zA-Z]{0,8}[JK]|--(?:remote-header-name|config)$)/,
    from: "a server",
    manual: "curl(1)",
  },
  {
    programs: "wget",
    when: /^(?:-[a-zA-Z]{0,8}[rmi]$|--(?:recursive|mirror|input-file|content-disposition))/,
    from: "a server",
    manual: "wget(1)",
  },
  {
    programs: "gh glab tea",
    when: /^clone$/,
    from: "a repository",
    manual: "gh-repo-clone(1), gh-gist-clone(1)",
  },
  {
    programs: "hg jj",
    when: /^(?:clone|update|up|checkout|co|pull|import|merge|revert|backout|graft|rebase|unshelve|new|edit|restore|squash|abandon|undo|op)$/,
    from: "a repository",
    manual: "hg(1); Jujutsu documentation",
  },
  {
    programs: "svn",
    when: /^(?:checkout|co|update|up|switch|sw|merge|patch|export|revert)$/,
    from: "a repository",
    manual: "svn help",
  },
  {
    programs: "degit tiged giget cookiecutter copier",
    from: "a repository",
    manual: "their manuals",
  },
  {
    programs: "aws gsutil gcloud az rclone mc s3cmd s5cmd",
    when: /^(?:sync|mirror|rsync|copy|cp|get|download-batch|pull)$/,
    source: /^[A-Za-z][\w-]{1,63}:/,
    from: "a server",
    manual: "aws s3 sync, gsutil rsync, rclone sync",
  },
];
