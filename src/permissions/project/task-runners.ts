import type { TaskRunner } from "./project-program.js";

const PNPM =
  "add install i update up upgrade remove rm uninstall un link ln unlink import rebuild rb prune fetch patch patch-commit patch-remove " +
  "audit list ls ll la outdated why licenses exec dlx create publish pack store root bin setup init env server deploy doctor config " +
  "c get set login logout owner whoami ping dist-tag token cat-file cat-index find-hash self-update approve-builds ignored-builds view " +
  "info search adduser access bugs deprecate edit org profile repo star stars team version xmas unstar unpublish docs home issues help " +
  "completion install-test it recursive multi m dedupe";
const YARN =
  "add audit autoclean bin cache check config create exec generate-lock-entry global help import info init install licenses link list " +
  "login logout node outdated owner pack plugin policies publish rebuild remove search set stage tag team unlink unplug up upgrade " +
  "upgrade-interactive version versions why workspace workspaces dlx constraints dedupe explain npm patch patch-commit";
const COMPOSER =
  "about archive audit browse home bump check-platform-reqs clear-cache clearcache cc completion config create-project depends why " +
  "diagnose dump-autoload dumpautoload exec fund global help init install i licenses list outdated prohibits why-not reinstall remove rm " +
  "uninstall require r search self-update selfupdate show info status suggests update u upgrade validate";
const CARGO =
  "add bench build check clean clippy config doc fetch fix fmt generate-lockfile help info init install locate-project login logout " +
  "metadata miri new owner package pkgid publish read-manifest remove report run rustc rustdoc search test tree uninstall update vendor " +
  "verify-project version yank b c d r t rm";
const PDM =
  "add build cache completion config export fix import info init install list lock new outdated plugin self publish python py remove run " +
  "search show sync update use venv";

/** Programs that run the commands that files of a project define. */
export const TASK_RUNNERS: readonly TaskRunner[] = [
  {
    names: "npm",
    source: "npm documentation, npm run",
    defines: "package.json",
    runs: "run run-script rum urn",
    direct: "test t:test tst:test start stop restart",
    options:
      "--silent -s --quiet -q --if-present --no-color --color -w=text --workspace=text --workspaces --include-workspace-root -C=folder " +
      "--prefix=folder",
    after: "after-dashes",
  },
  {
    names: "pnpm",
    source: "pnpm documentation, pnpm run",
    builtIn: PNPM,
    defines: "package.json",
    runs: "run run-script",
    direct: "test t:test start",
    anyDirect: true,
    options:
      "--silent -s -r --recursive --parallel --stream --if-present --no-bail --aggregate-output -w --workspace-root -F=text --filter=text " +
      "-C=folder --dir=folder",
    after: "passed",
  },
  {
    names: "yarn",
    source: "Yarn documentation, yarn run",
    builtIn: YARN,
    defines: "package.json",
    runs: "run",
    direct: "test start",
    anyDirect: true,
    options: "--silent -s --cwd=folder",
    after: "passed",
  },
  {
    names: "bun",
    source: "Bun documentation, bun run",
    defines: "package.json",
    runs: "run",
    options: "--silent --filter=text -F=text --cwd=folder",
    after: "passed",
  },
  {
    names: "deno",
    source: "Deno manual, deno task",
    defines: "deno.json",
    runs: "task",
    options: "--quiet -q --recursive -r --cwd=folder",
    after: "passed",
  },
  {
    names: "make gmake",
    source: "GNU Make manual, Summary of Options",
    defines: "Makefile",
    anyDirect: true,
    options:
      "-k --keep-going -s --silent --quiet -B --always-make -n --dry-run --just-print -w --print-directory --no-print-directory -O " +
      "--output-sync -j --jobs -l -C=folder --directory=folder",
    after: "tasks",
    hasDefault: true,
  },
  {
    names: "just",
    source: "just manual, Command-line options",
    defines: "justfile",
    anyDirect: true,
    options: "-v --verbose -q --quiet -n --dry-run -l --list --no-deps --color=name",
    after: "tasks",
    hasDefault: true,
  },
  {
    names: "task",
    source: "Taskfile documentation, CLI Reference",
    defines: "Taskfile",
    anyDirect: true,
    options:
      "-v --verbose -s --silent -f --force -n --dry -p --parallel -l --list -a --list-all --summary -d=folder --dir=folder",
    after: "tasks",
  },
  {
    names: "composer",
    source: "Composer documentation, Command-line interface",
    builtIn: COMPOSER,
    defines: "composer.json",
    runs: "run run-script",
    direct: "test",
    anyDirect: true,
    options:
      "-q --quiet -v -n --no-interaction --no-ansi --ansi --timeout=text -d=folder --working-dir=folder",
    after: "after-dashes",
  },
  {
    names: "rake bin/rake ./bin/rake",
    source: "rake(1)",
    defines: "Rakefile",
    anyDirect: true,
    options: "-q --quiet -s --silent -v --verbose -n --dry-run -t --trace -m --multitask -T --tasks",
    after: "tasks",
    hasDefault: true,
  },
  {
    names: "mix",
    source: "Mix documentation, Aliases",
    defines: "mix.exs",
    anyDirect: true,
    options: "",
  },
  {
    names: "cargo",
    source: "The Cargo Book, Configuration, alias",
    builtIn: CARGO,
    defines: ".cargo/config.toml",
    anyDirect: true,
    options: "-q -v --locked --offline --frozen",
  },
  {
    names: "poe",
    source: "Poe the Poet documentation",
    defines: "pyproject.toml poe",
    anyDirect: true,
    options: "-q -v --quiet --verbose -d --dry-run -C=folder",
  },
  {
    names: "pdm",
    source: "PDM documentation, PDM Scripts",
    builtIn: PDM,
    defines: "pyproject.toml pdm",
    runs: "run",
    anyDirect: true,
    options: "-q -v",
  },
  {
    names: "hatch",
    source: "Hatch documentation, Environments, Scripts",
    defines: "pyproject.toml hatch",
    runs: "run",
    options: "-q -v",
  },
];

/**
 * Programs that start a program of the project: `npx vitest run` is `vitest run`. Those of JavaScript start it only if it is
 * installed in `node_modules/.bin`; otherwise they would download a package.
 */
export const LAUNCHERS: readonly {
  readonly words: string;
  readonly of: "javascript" | "python" | "ruby" | "module";
  /** Options between the launcher and the program, separated by spaces. */
  readonly options?: string;
}[] = [
  { words: "npx", of: "javascript", options: "--no --no-install" },
  { words: "npm exec", of: "javascript", options: "--no --" },
  { words: "pnpm exec", of: "javascript" },
  { words: "pnpm", of: "javascript" },
  { words: "yarn", of: "javascript" },
  { words: "yarn run", of: "javascript" },
  { words: "bunx", of: "javascript", options: "--no-install" },
  { words: "python -m", of: "module" },
  { words: "python3 -m", of: "module" },
  { words: "uv run", of: "python", options: "--frozen --locked --no-sync" },
  { words: "uv run python -m", of: "module" },
  { words: "poetry run", of: "python" },
  { words: "poetry run python -m", of: "module" },
  { words: "pipenv run", of: "python" },
  { words: "pdm run", of: "python" },
  { words: "hatch run", of: "python" },
  { words: "bundle exec", of: "ruby" },
  { words: "node_modules/.bin/", of: "javascript" },
  { words: "./node_modules/.bin/", of: "javascript" },
];
