/**
 * Options that a command of the project may receive without a question: `npm test -- --coverage`.
 *
 * The command may start any program, so an option is listed only if it neither runs, loads, configures nor writes a file in
 * any common one.
 */
export const PASSED_OPTIONS: ReadonlySet<string> = new Set(
  (
    "--run --ci --coverage --no-coverage --watch=false --watchAll=false --no-watch --bail --runInBand -i --verbose -v --silent " +
    "--quiet -q --passWithNoTests --testNamePattern -t --testPathPattern --testPathPatterns --grep -g --fgrep --testTimeout " +
    "--maxWorkers --updateSnapshot --changed --related --retry --retries --headed --shard --workers --only-changed --forceExit " +
    "--detectOpenHandles --no-color --color --colors --fix --check --write --list-different --dry-run --max-warnings --noEmit " +
    "--pretty --strict --release --parallel --fail-fast --no-fail-fast --exit --forbid-only --stop-on-failure --testdox --seed " +
    "--sequence --trace-warnings --no-cache --mode --type-check --typecheck"
  ).split(" "),
);

/** Older versions of npm and other runners put the words into a command of a shell with weak quotes. */
const PLAIN_TEXT = /^[^$`\\"';&|<>\n]*$/;

/** Returns whether a word may be passed to a command of the project. */
export function isPassable(word: string): boolean {
  if (!PLAIN_TEXT.test(word)) return false;
  if (!word.startsWith("-")) return true;
  const equals = word.indexOf("=");
  return PASSED_OPTIONS.has(word) || (equals !== -1 && PASSED_OPTIONS.has(word.slice(0, equals)));
}
