/**
 * Long options of programs by their manuals (GNU coreutils 9.1, grep 3.8, sed 4.9, findutils 4.9, diffutils 3.8, file 5.44, git 2.39, ripgrep 15),
 * including those that the tables of this library omit. The fuzz test tries short options of every letter anyway.
 */
export const MANUAL_OPTIONS: Readonly<Record<string, string>> = {
  cat: "number number-nonblank show-all show-ends show-nonprinting show-tabs squeeze-blank help version",
  tac: "before regex separator help version",
  rev: "zero help version",
  nl: "body-numbering footer-numbering header-numbering join-blank-lines line-increment no-renumber number-format number-separator number-width section-delimiter starting-line-number",
  head: "bytes lines quiet silent verbose zero-terminated",
  tail: "bytes follow lines max-unchanged-stats pid quiet retry sleep-interval verbose zero-terminated",
  wc: "bytes chars files0-from lines max-line-length words total",
  ls: "all almost-all author block-size classify color context dereference dereference-command-line directory dired escape file-type format full-time group-directories-first hide hide-control-chars human-readable hyperlink ignore ignore-backups indicator-style inode literal no-group numeric-uid-gid quote-name quoting-style recursive reverse show-control-chars si size sort tabsize time time-style width zero",
  stat: "cached dereference file-system format printf terse",
  cut: "bytes characters complement delimiter fields only-delimited output-delimiter zero-terminated",
  paste: "delimiters serial zero-terminated",
  basename: "multiple suffix zero",
  dirname: "zero",
  tr: "complement delete squeeze-repeats truncate-set1",
  uname: "all kernel-name machine",
  pwd: "",
  echo: "",
  which: "all",
  grep: "after-context basic-regexp before-context binary binary-files byte-offset color colour context count dereference-recursive devices directories exclude exclude-dir exclude-from extended-regexp file files-with-matches files-without-match fixed-strings group-separator ignore-case include initial-tab invert-match label line-buffered line-number line-regexp max-count no-filename no-ignore-case no-messages null null-data only-matching perl-regexp quiet recursive regexp silent text with-filename word-regexp",
  rg: "after-context auto-hybrid-regex before-context binary block-buffered byte-offset case-sensitive color colors column context context-separator count count-matches crlf debug dfa-size-limit encoding engine field-context-separator file files files-with-matches files-without-match fixed-strings follow generate glob glob-case-insensitive heading hidden hostname-bin hyperlink-format iglob ignore-case ignore-file include-zero invert-match json line-buffered line-number line-regexp max-columns max-count max-depth max-filesize mmap multiline multiline-dotall no-config no-ignore no-ignore-dot no-ignore-exclude no-ignore-files no-ignore-global no-ignore-parent no-ignore-vcs no-require-git null null-data one-file-system only-matching passthru path-separator pcre2 pre pre-glob pretty quiet regex-size-limit regexp replace search-zip smart-case sort sortr stats stop-on-nonmatch text threads trace trim type type-add type-clear type-list type-not unrestricted vimgrep with-filename word-regexp",
  sed: "debug expression file follow-symlinks in-place line-length null-data posix quiet regexp-extended sandbox separate silent unbuffered",
  sort: "batch-size buffer-size check compress-program debug dictionary-order field-separator files0-from general-numeric-sort human-numeric-sort ignore-case ignore-leading-blanks key merge month-sort numeric-sort output parallel random-sort random-source reverse sort stable temporary-directory unique version-sort zero-terminated",
  uniq: "all-repeated check-chars count group ignore-case repeated skip-chars skip-fields unique zero-terminated",
  diff: "brief color context ed exclude exclude-from expand-tabs from-file ifdef ignore-all-space label left-column line-format minimal new-file no-dereference normal paginate palette rcs recursive report-identical-files show-c-function side-by-side starting-file text to-file unidirectional-new-file unified width",
  cmp: "bytes ignore-initial print-bytes quiet silent verbose",
  comm: "check-order nocheck-order output-delimiter total zero-terminated",
  file: "brief checking-printout compile debug dereference exclude extension files-from keep-going list magic-file mime mime-encoding mime-type no-dereference no-sandbox preserve-date print0 raw separator special-files uncompress",
  du: "all apparent-size block-size bytes count-links dereference exclude exclude-from files0-from human-readable inodes max-depth null separate-dirs si summarize threshold time time-style total",
  df: "all block-size human-readable inodes local no-sync output portability print-type sync total type",
  date: "date debug file iso-8601 reference rfc-3339 rfc-email set utc",
  seq: "equal-width format separator",
  realpath:
    "canonicalize-existing canonicalize-missing logical no-symlinks physical quiet relative-base relative-to zero",
  readlink: "canonicalize canonicalize-existing canonicalize-missing no-newline quiet verbose zero",
  fold: "bytes spaces width",
  od: "address-radix endian format output-duplicates read-bytes skip-bytes strings traditional width",
  sha256sum: "binary check ignore-missing quiet status strict tag text warn zero",
  md5sum: "binary check tag text zero",
  tee: "append ignore-interrupts output-error",
  test: "",
  printf: "",
  node: "version eval print require check",
  python3: "version",
  true: "",
  false: "",
  whoami: "",
  cd: "",
  command: "",
  type: "",
  hostname: "file",
  id: "user group",
  ps: "",
};

/** Words of `find` that start with one dash. */
export const FIND_WORDS =
  "-amin -and -anewer -atime -cmin -cnewer -ctime -daystart -delete -depth -empty -exec -execdir -executable -false -files0-from -fls -follow -fprint -fprint0 -fprintf -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -ls -maxdepth -mindepth -mmin -mount -mtime -name -newer -newermt -nogroup -noleaf -not -nouser -o -ok -okdir -or -path -perm -print -print0 -printf -prune -quit -readable -regex -regextype -samefile -size -true -type -uid -used -user -wholename -writable -xdev -xtype -H -L -P -D -O3 ! ( )";

/** Subcommands of git with their options; `git` has those before a subcommand. */
export const GIT_OPTIONS: Readonly<Record<string, string>> = {
  git: "version help paginate no-pager git-dir work-tree namespace bare exec-path literal-pathspecs no-optional-locks config-env no-replace-objects attr-source",
  status:
    "short branch show-stash porcelain long verbose untracked-files ignore-submodules ignored column no-column ahead-behind renames find-renames",
  diff: "patch no-patch unified output output-indicator-new raw patch-with-raw minimal patience histogram anchored diff-algorithm stat compact-summary numstat shortstat dirstat summary name-only name-status submodule color no-color color-moved word-diff word-diff-regex color-words no-renames check full-index binary abbrev break-rewrites find-renames find-copies irreversible-delete diff-filter pickaxe-all pickaxe-regex relative no-relative text ignore-space-at-eol ignore-all-space ignore-blank-lines inter-hunk-context function-context exit-code quiet ext-diff no-ext-diff textconv no-textconv ignore-submodules src-prefix dst-prefix no-prefix line-prefix ita-invisible-in-index no-index cached staged merge-base orderfile",
  log: "oneline graph decorate follow no-decorate decorate-refs source mailmap full-diff log-size since until after before author committer grep all-match invert-grep max-count skip no-merges merges first-parent all branches tags remotes glob exclude stdin cherry-pick left-right pretty format abbrev-commit show-signature notes stat patch output ext-diff textconv name-only reverse walk-reflogs relative-date date parents children left-right show-pulls simplify-merges ancestry-path bisect",
  show: "pretty format abbrev-commit oneline encoding notes show-signature stat patch output ext-diff textconv name-only word-diff",
  blame:
    "incremental root show-stats progress score-debug show-name show-number porcelain line-porcelain show-email ignore-rev ignore-revs-file contents abbrev minimal date",
  grep: "cached no-index untracked no-exclude-standard exclude-standard recurse-submodules invert-match ignore-case word-regexp text textconv max-depth recursive extended-regexp basic-regexp fixed-strings perl-regexp line-number column full-name files-with-matches name-only files-without-match null only-matching count color break heading context before-context after-context threads show-function function-context open-files-in-pager ext-grep all-match max-count and or not quiet parent-basename",
  "ls-files":
    "cached deleted modified others ignored stage directory no-empty-directory unmerged killed resolve-undo exclude exclude-from exclude-per-directory exclude-standard error-unmatch with-tree full-name recurse-submodules abbrev debug eol sparse deduplicate format",
  "ls-tree": "long name-only name-status object-only full-name full-tree format abbrev",
  branch:
    "all remotes list show-current delete force move copy verbose column sort merged no-merged contains points-at format color set-upstream-to unset-upstream edit-description track",
  tag: "list sort column contains merged points-at format color annotate sign delete verify message file force",
  remote: "verbose",
  "rev-parse":
    "verify quiet short symbolic symbolic-full-name abbrev-ref all branches tags git-dir git-common-dir show-toplevel show-prefix show-cdup is-inside-work-tree is-bare-repository absolute-git-dir path-format parseopt sq-quote since resolve-git-dir git-path",
  "rev-list": "all count max-count objects use-bitmap-index stdin missing",
  "cat-file":
    "batch batch-check batch-all-objects filters textconv path allow-unknown-type buffer follow-symlinks",
  describe: "all tags contains abbrev exact-match debug long match always dirty broken",
  shortlog: "numbered summary email group format",
  reflog: "all",
  stash: "patch include-untracked message",
  config: "get get-all list global local system file blob show-origin show-scope edit add unset type",
  worktree: "porcelain verbose force",
  "ls-remote": "heads tags refs upload-pack exec quiet symref server-option",
  fetch: "all upload-pack",
  "for-each-ref": "format sort count shell perl",
  "merge-base": "all is-ancestor fork-point",
  "check-ignore": "verbose stdin non-matching no-index",
  "diff-tree": "root stdin patch",
  "hash-object": "path stdin",
  archive: "format output remote exec",
  "count-objects": "verbose",
  version: "build-options",
  help: "all web man info config",
};
