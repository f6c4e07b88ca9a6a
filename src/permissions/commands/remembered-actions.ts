/**
 * Actions of programs that also run arbitrary commands, in which the same command line can be remembered: it does what
 * the files of the project say, like `npm test`. An action of two words is written `compose:up`.
 *
 * Other actions of these programs (`docker run`, `kubectl exec`, `bun x`, `deno eval`) are never remembered.
 */
const ACTIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...actions(
    "docker podman",
    "ps images logs inspect version info top stats port diff history search events build pull start stop restart " +
      "compose:ps compose:logs compose:images compose:top compose:port compose:config compose:up compose:down " +
      "compose:build compose:start compose:stop compose:restart compose:pull " +
      "container:ls container:inspect container:logs image:ls image:inspect network:ls network:inspect volume:ls volume:inspect",
    // Docker documentation, CLI reference
  ),
  ...actions(
    "kubectl",
    "get describe logs top version explain api-resources api-versions cluster-info diff rollout:status rollout:history " +
      "config:view config:current-context config:get-contexts",
    // Kubernetes documentation, kubectl reference
  ),
  // Bun documentation, bun --help
  ...actions("bun", "test run install i add remove update outdated pm build"),
  // Deno manual, Command line interface
  ...actions("deno", "test lint fmt check task doc info types cache bench"),
]);

/** A target of make, but neither an option nor a variable. */
const MAKE_TARGET = /^[A-Za-z0-9][\w./-]*$/;

function actions(names: string, listed: string): (readonly [string, ReadonlySet<string>])[] {
  const known = new Set(listed.split(" "));
  return names.split(" ").map((name) => [name, known] as const);
}

/**
 * Returns whether a command of a program that may run arbitrary commands names an action that can be remembered.
 *
 * @example
 * hasRememberedAction("docker", ["docker", "ps", "-a"]); // true
 * hasRememberedAction("docker", ["docker", "run", "alpine"]); // false
 */
export function hasRememberedAction(program: string, words: readonly string[]): boolean {
  const [, first = "", second = ""] = words;
  if (program === "make") return words.length > 1 && words.slice(1).every((word) => MAKE_TARGET.test(word));
  const known = ACTIONS.get(program);
  return known !== undefined && (known.has(first) || known.has(`${first}:${second}`));
}
