/** A program whose other subcommands its user defines: as aliases, or as programs on the search path. */
interface SubcommandRow {
  /** Its own subcommands. */
  readonly known: string;
  /** Own subcommands that run a program which a setting or a file names. */
  readonly runsSettings?: string;
  /** Options before the subcommand whose value is the next word. */
  readonly valued: string;
  /** `alias`: a shell text may be behind another subcommand; `program`: another program is, which may run its words. */
  readonly others: "alias" | "program";
  readonly source: string;
}

const GIT_SUBCOMMANDS =
  "add am annotate apply archimport archive backfill bisect blame branch bugreport bundle cat-file check-attr check-ignore " +
  "check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph " +
  "commit-tree config count-objects credential-cache credential-store cvsexportcommit cvsimport cvsserver daemon describe " +
  "diagnose diff diff-files diff-index diff-pairs diff-tree fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg " +
  "for-each-ref format-patch fsck fsck-objects fsmonitor--daemon gc get-tar-commit-id grep gui hash-object help history hook " +
  "http-backend http-fetch http-push imap-send index-pack init init-db interpret-trailers last-modified log ls-files ls-remote " +
  "ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-one-file merge-tree mktag mktree " +
  "multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push quiltimport " +
  "range-diff read-tree rebase receive-pack reflog refs remote repack replace replay repo request-pull rerere reset restore " +
  "rev-list rev-parse revert rm send-email send-pack sh-i18n sh-setup shortlog show show-branch show-index show-ref " +
  "sparse-checkout stage stash status stripspace submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects " +
  "update-index update-ref update-server-info upload-archive upload-pack url-parse var verify-commit verify-pack verify-tag " +
  "version whatchanged worktree write-tree";

const GIT_VALUED = "-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source";
const GIT_RUNS_SETTINGS = "mergetool difftool credential instaweb shell remote-ext remote-fd for-each-repo";

const ROWS: readonly (readonly [programs: string, row: SubcommandRow])[] = [
  [
    "git",
    {
      // Git LFS installs a program with this name.
      known: `${GIT_SUBCOMMANDS} lfs gitk scalar`,
      runsSettings: GIT_RUNS_SETTINGS,
      valued: GIT_VALUED,
      others: "alias",
      source: "git(1), Git commands; git-config(1), alias",
    },
  ],
  [
    "hub",
    {
      known: `${GIT_SUBCOMMANDS} lfs alias api browse ci-status compare create delete fork gist issue pr pull-request release sync`,
      runsSettings: GIT_RUNS_SETTINGS,
      valued: GIT_VALUED,
      others: "alias",
      source: "hub(1)",
    },
  ],
  [
    "gh",
    {
      known:
        "agent-task alias api attestation auth browse cache co codespace completion config copilot cs extension extensions ext gist gpg-key " +
        "help issue label licenses org pr preview project release repo ruleset rs run search secret ssh-key status variable version workflow",
      valued: "-R --repo",
      others: "alias",
      source: "gh(1), gh-alias(1), gh-extension(1)",
    },
  ],
  [
    "glab",
    {
      known:
        "alias api attestation auth changelog check-update ci cluster completion config deploy-key duo gpg-key help incident issue iteration " +
        "job label mcp milestone mr opentofu release repo project runner runner-controller schedule securefile snippet ssh-key stack " +
        "token user variable version",
      valued: "-R --repo",
      others: "alias",
      source: "glab(1)",
    },
  ],
  [
    "hg",
    {
      known:
        "abort absorb add addremove amend annotate archive ann backout bisect blame bookmark bookmarks branch branches bundle cat checkin " +
        "checkout ci clone co commit config continue copy cp debuginstall diff email export extdiff files fold forget gpg graft grep heads " +
        "help histedit id identify import in incoming init locate log manifest merge mv move next outgoing out parents paths phase prev " +
        "pull purge push qapplied qimport qnew qpop qpush qrefresh qseries rebase recover remove rename resolve revert rm rollback root " +
        "serve shelve share showconfig split st stat status strip sum summary tag tags tip topics transplant unamend unbundle uncommit " +
        "unshelve up update verify version view",
      valued: "-R --repository --cwd --config --encoding --encodingmode --color --pager",
      others: "alias",
      source: "hg(1), alias",
    },
  ],
  [
    "jj",
    {
      known:
        "abandon absorb arrange b bisect bookmark bookmarks ci commit config continue debug desc describe diff diffedit duplicate edit " +
        "evolog evolution-log file fix gerrit git help init interdiff log metaedit new next op operation parallelize prev rebase redo " +
        "resolve restore revert root run show sign simplify-parents sparse split squash st status tag undo unsign util version workspace",
      valued: "-R --repository --at-operation --at-op --color --config --config-toml --config-file",
      others: "alias",
      source: "jj(1), Aliases",
    },
  ],
  [
    "cargo",
    {
      known:
        "add b bench build c check clean clippy config d doc fetch fix fmt generate-lockfile help info init install locate-project login " +
        "logout metadata miri new nextest owner package pkgid publish r read-manifest remove report rm run rustc rustdoc search t test " +
        "tree uninstall update vendor verify-project version watch yank",
      valued: "-C -Z --color --config --explain",
      others: "program",
      source: "Cargo book, Cargo commands",
    },
  ],
  [
    "docker podman nerdctl",
    {
      known:
        "attach auto-update bake build builder buildx checkpoint commit compose config container context cp create desktop diff events exec " +
        "export farm generate healthcheck help history image images import info init inspect kill kube load login logout logs machine " +
        "manifest model mount namespace network node pause play plugin pod port ps pull push rename restart rm rmi run save scout " +
        "search secret service sbom stack start stats stop swarm system tag top trust unmount unpause unshare untag update version " +
        "volume wait",
      valued:
        "-c -H -l --config --connection --context --host --identity --log-level --namespace -n --url --tlscacert --tlscert --tlskey",
      others: "program",
      source: "docker(1), podman(1), nerdctl command reference",
    },
  ],
  [
    "kubectl",
    {
      known:
        "alpha annotate api-resources api-versions apply attach auth autoscale certificate cluster-info completion config cordon cp create " +
        "debug delete describe diff drain edit events exec explain expose get help kustomize label logs options patch plugin " +
        "port-forward proxy replace rollout run scale set taint top uncordon version wait",
      valued:
        "-n -s -v --as --as-group --cache-dir --certificate-authority --client-certificate --client-key --cluster --context --kubeconfig " +
        "--namespace --password --request-timeout --server --token --user --username",
      others: "program",
      source: "kubectl reference; Extend kubectl with plugins",
    },
  ],
];

interface Subcommands extends Pick<SubcommandRow, "others"> {
  readonly known: ReadonlySet<string>;
  readonly runsSettings: ReadonlySet<string>;
  readonly valued: ReadonlySet<string>;
}

const setOf = (list = ""): ReadonlySet<string> => new Set(list.split(" "));

const byProgram: ReadonlyMap<string, Subcommands> = new Map(
  ROWS.flatMap(([programs, { known, runsSettings, valued, others }]) => {
    const row = { known: setOf(known), runsSettings: setOf(runsSettings), valued: setOf(valued), others };
    return programs.split(" ").map((name) => [name, row] as const);
  }),
);

/** The subcommand of a command. */
export interface FoundSubcommand {
  /** Its position among the words after the program. */
  readonly index: number;
  readonly word: string;
  /**
   * `settings`: it runs a program that a setting names; `alias`, `program`: it is none of the program's own, so that a shell text
   * or another program is behind it.
   */
  readonly runs: "itself" | "settings" | "alias" | "program";
}

/** Finds the subcommand of a program in {@link ROWS}, after the program's own options. */
export function subcommandOf(name: string, words: readonly string[]): FoundSubcommand | undefined {
  const row = byProgram.get(name);
  if (row === undefined) return undefined;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (row.valued.has(word)) index += 1;
    else if (!word.startsWith("-") && word !== "") return { index, word, runs: runsOf(row, word) };
  }
  return undefined;
}

function runsOf(row: Subcommands, word: string): FoundSubcommand["runs"] {
  if (row.runsSettings.has(word)) return "settings";
  return row.known.has(word) ? "itself" : row.others;
}
