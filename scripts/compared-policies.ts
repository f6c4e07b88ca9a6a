/** Policies and commands of `compare-policies.ts`. The policies name the programs that logs contain most. */

/** Rules of Codex: words, alternatives, every decision, and rules of different length for one program. */
export const CODEX_RULES = `
prefix_rule(pattern = ["git", ["status", "log", "diff", "show", "add"]], decision = "allow")
prefix_rule(pattern = ["git"], decision = "prompt")
prefix_rule(pattern = ["git", "push", ["--force", "-f"]], decision = "forbidden")
prefix_rule(pattern = ["npm", ["test", "run", "ci"]], decision = "allow")
prefix_rule(pattern = ["npm", "publish"], decision = "forbidden")
prefix_rule(pattern = ["rm"], decision = "forbidden")
prefix_rule(pattern = ["curl"], decision = "prompt")
prefix_rule(pattern = ["python3"], decision = "allow")
prefix_rule(pattern = ["ls"], decision = "prompt")
prefix_rule(pattern = ["cat"], decision = "allow")
prefix_rule(pattern = ["cat", ".env"], decision = "forbidden")
prefix_rule(pattern = ["timeout"], decision = "prompt")
prefix_rule(pattern = ["mkdir", "-p"], decision = "allow")
host_executable(name = "git", paths = ["/usr/bin/git"])
host_executable(name = "npm", paths = ["/opt/node/bin/npm"])
`;

const rule = (prefix: string, decision: string, priority: number): string =>
  `[[rule]]\ntoolName = "run_shell_command"\n${prefix === "" ? "" : `commandPrefix = ${prefix}\n`}decision = "${decision}"\npriority = ${priority}\n`;

/** A policy of Gemini CLI: prefixes, priorities in both directions, and a regular expression. */
export const GEMINI_POLICY = [
  rule('["git", "npm", "node", "python3", "mkdir", "cargo"]', "allow", 100),
  rule('["git push", "npm run"]', "ask_user", 200),
  rule('["git push --force", "npm publish", "rm"]', "deny", 300),
  rule('["rm -i"]', "allow", 400),
  rule('["echo", "cat", "ls", "cd", "grep"]', "allow", 50),
  rule('["cat .env"]', "deny", 20),
  `[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "curl .*evil"\ndecision = "deny"\npriority = 500\n`,
].join("\n");

const PROGRAMS = [
  "git",
  "npm",
  "rm",
  "cat",
  "ls",
  "python3",
  "mkdir",
  "curl",
  "echo",
  "node",
  "cargo",
  "make",
];
const WORDS = [
  "status",
  "push",
  "--force",
  "-f",
  "run",
  "test",
  "publish",
  "-i",
  ".env",
  "-p",
  "a b",
  "x*",
  "--",
  "log",
];
const FRAMES: readonly ((command: string, other: string) => string)[] = [
  (command) => command,
  (command, other) => `${command} && ${other}`,
  (command, other) => `${command} | ${other}`,
  (command, other) => `${command}; ${other}`,
  (command) => `timeout 5 ${command}`,
  (command) => `env A=1 ${command}`,
  (command) => `sudo ${command}`,
  (command) => `bash -c "${command}"`,
  (command) => `(${command})`,
  (command) => `${command} > out.txt`,
  (command) => `${command} 2>&1`,
  (command, other) => `echo $(${command}) ${other}`,
  (command) => `if true; then ${command}; fi`,
  (command) => `A=1 ${command}`,
  (command) => `  ${command.replace(" ", "   ")}`,
  (command) => command.replace(/^(.)/, "\\$1"),
  (command) => command.replace(/^(\w+)/, '"$1"'),
  (command) => `/usr/bin/${command}`,
  (command, other) => `${command} & ${other}`,
  (command) => `xargs ${command}`,
];

/** Most generated commands. */
const COUNT = 20_000;

/** Generates commands: simple ones of up to three words, and lines that contain them. The same for each seed. */
export function generatedCommands(seed = 1): readonly string[] {
  let state = seed;
  // A small linear congruential generator (Numerical Recipes), so that every run of a seed compares the same commands.
  const pick = <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return items[(state >>> 8) % items.length] as Item;
  };
  const quoted = (word: string) => (/[ *]/.test(word) ? `'${word}'` : word);
  const simple = () => {
    const words = Array.from({ length: pick([0, 1, 1, 2, 2, 3]) }, () => quoted(pick(WORDS)));
    return [pick(PROGRAMS), ...words].join(" ");
  };
  const found = new Set<string>();
  for (let tries = 0; found.size < COUNT && tries < 10 * COUNT; tries += 1)
    found.add(pick(FRAMES)(simple(), simple()));
  return [...found];
}
