import type { OperandRow, OptionRow, ProgramTable } from "./program-table.js";

/** Options of every subcommand that prints JSON. Templates of gh have no function that reads files or variables. */
const JSON_OPTIONS: readonly OptionRow[] = [
  { names: "--json -t --template", value: "required" },
  { names: "-q --jq", value: "required", is: "pattern", accepts: "jq-filter" },
];

const REPOSITORY: OptionRow = {
  names: "-R --repo",
  value: "required",
  accepts: "github-repository",
  note: "With three parts the first one is a host, which gh would connect to.",
};

const BROWSER: OptionRow = { names: "--web", value: "none", asks: "it opens a browser" };

/** A pull request, an issue, a run: a URL only of github.com. */
const SUBJECT: readonly OperandRow[] = [{ is: "text", count: "optional", accepts: "github-subject" }];

const subcommand = (
  names: string,
  options: readonly OptionRow[],
  operands: readonly OperandRow[] = [],
): ProgramTable => ({
  names,
  manuals: ["gh"],
  effect: "reads-account",
  style: "anywhere",
  options: [...JSON_OPTIONS, BROWSER, ...options],
  operands,
});

const group = (names: string, subcommands: readonly ProgramTable[]): ProgramTable => ({
  names,
  manuals: ["gh"],
  effect: "reads-account",
  style: "first",
  options: [],
  operands: [],
  subcommands,
});

const COMMENTS: OptionRow = { names: "-c --comments", value: "none" };
const LIST: OptionRow = { names: "-L --limit -S --search -s --state -l --label", value: "required" };
const PEOPLE: OptionRow = { names: "-a --assignee -A --author --app", value: "required" };

const search = (names: string, options: string): ProgramTable =>
  subcommand(
    names,
    [{ names: `-L --limit --repo --owner --sort --order --match ${options}`, value: "required" }],
    [{ is: "text", count: "many" }],
  );

/** The subcommands of the GitHub command line that only read, with the login of the user. */
export const GITHUB_READING: ProgramTable = {
  ...group("gh", [
    group("pr", [
      subcommand("view", [REPOSITORY, COMMENTS], SUBJECT),
      subcommand("list ls", [
        REPOSITORY,
        LIST,
        PEOPLE,
        { names: "-B --base -H --head", value: "required" },
        { names: "-d --draft", value: "none" },
      ]),
      subcommand("status", [REPOSITORY, { names: "-c --conflict-status", value: "none" }]),
      subcommand(
        "checks",
        [
          REPOSITORY,
          { names: "--required", value: "none" },
          { names: "--watch --fail-fast", value: "none", asks: "it waits until all checks have ended" },
        ],
        SUBJECT,
      ),
      subcommand(
        "diff",
        [
          REPOSITORY,
          { names: "--name-only --patch", value: "none" },
          { names: "--color", value: "required" },
        ],
        SUBJECT,
      ),
    ]),
    group("issue", [
      subcommand("view", [REPOSITORY, COMMENTS], SUBJECT),
      subcommand("list ls", [
        REPOSITORY,
        LIST,
        PEOPLE,
        { names: "-m --milestone --mention", value: "required" },
      ]),
      subcommand("status", [REPOSITORY]),
    ]),
    group("run", [
      subcommand(
        "view",
        [
          REPOSITORY,
          { names: "--log --log-failed --exit-status -v --verbose", value: "none" },
          { names: "-j --job -a --attempt", value: "required" },
        ],
        SUBJECT,
      ),
      subcommand("list ls", [
        REPOSITORY,
        { names: "-L --limit -b --branch -u --user -w --workflow", value: "required" },
        { names: "-s --status -e --event -c --commit --created", value: "required" },
      ]),
    ]),
    group("repo", [
      subcommand(
        "view",
        [{ names: "-b --branch", value: "required" }],
        [{ is: "text", count: "optional", accepts: "github-repository" }],
      ),
      subcommand(
        "list ls",
        [
          { names: "-L --limit -l --language --topic --visibility", value: "required" },
          { names: "--archived --no-archived --fork --source", value: "none" },
        ],
        SUBJECT,
      ),
    ]),
    group("release", [
      subcommand("view", [REPOSITORY], SUBJECT),
      subcommand("list ls", [
        REPOSITORY,
        { names: "-L --limit", value: "required" },
        { names: "--exclude-drafts --exclude-pre-releases", value: "none" },
      ]),
    ]),
    group("workflow", [
      subcommand("list ls", [
        REPOSITORY,
        { names: "-a --all", value: "none" },
        { names: "-L --limit", value: "required" },
      ]),
      subcommand(
        "view",
        [REPOSITORY, { names: "-y --yaml", value: "none" }, { names: "-r --ref", value: "required" }],
        SUBJECT,
      ),
    ]),
    group("label", [
      subcommand("list ls", [
        REPOSITORY,
        { names: "-L --limit -S --search --sort --order", value: "required" },
      ]),
    ]),
    group("search", [
      search("issues prs", "--author --assignee --label --language --state --created --updated --milestone"),
      search("code", "--language --filename --extension --size"),
      search("repos", "--language --topic --stars --license --created --updated"),
      search("commits", "--author --committer --hash --author-date"),
    ]),
    subcommand(
      "api",
      [
        { names: "--paginate --slurp --silent -i --include", value: "none" },
        { names: "-p --preview", value: "required" },
        { names: "-X --method", value: "required", accepts: "get-method" },
        { names: "-H --header", value: "required", accepts: "accept-header" },
        {
          names: "-f --raw-field -F --field",
          value: "required",
          asks: "without a method it sends a POST request, and `@` reads a file",
        },
        { names: "--input", value: "required", is: "file", asks: "it sends a file" },
        { names: "--hostname", value: "required", asks: "it connects to another host" },
        { names: "--cache", value: "required", asks: "it writes a file" },
      ],
      [{ is: "text", accepts: "github-endpoint" }],
    ),
  ]),
  alone: "--version",
  note: "Neither an alias nor an extension may have the name of one of these subcommands (gh-alias-set(1), gh-extension(1)).",
};
