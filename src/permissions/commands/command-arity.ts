import { OPTIONS_ONLY_PROGRAMS } from "./unremembered-options.js";

/**
 * The number of words that name the action of a command: 2 for `git push origin` (`git push`), 3 for `npm run dev`.
 *
 * The table follows OpenCode's BashArity. It omits programs that run whatever their arguments say (`docker run`,
 * `npm exec`), and programs without subcommands, because a single word such as `rm` does not name an action.
 */
const ARITIES: ReadonlyMap<string, number> = new Map([
  ...arities(
    2,
    "git npm pnpm yarn bun cargo go gradle mvn dotnet pip pip3 poetry uv brew apt apt-get systemctl terraform pulumi helm heroku " +
      "vercel netlify flyctl firebase composer bundle gem rails rake mix cmake bazel nx turbo rustup nvm conda pytest tox eslint " +
      "prettier tsc vitest jest ruff mypy black",
  ),
  ...arities(
    3,
    "aws az gcloud gh doctl sfdx npm:run npm:init pnpm:run yarn:run bun:run cargo:add git:config git:remote git:stash git:worktree " +
      "git:submodule git:bisect pip:config poetry:env uv:pip terraform:workspace terraform:state pulumi:stack",
  ),
]);

function arities(arity: number, names: string): (readonly [string, number])[] {
  return names.split(" ").map((name) => [name.replace(":", " "), arity] as const);
}

/** Subcommands that run the words after them, or store words that a later command runs. */
const RUNS_ANYTHING: readonly (readonly [program: string, subcommands: RegExp])[] = [
  // npm, pnpm and Yarn documentation: `npm pkg set scripts.test=x`, `npm config set script-shell x`, `npm create x` runs `create-x`
  ["npm", /^(?:exec|x|create|innit|explore|edit|config|c|set|pkg)$/],
  ["pnpm", /^(?:dlx|exec|create|config|set)$/],
  ["yarn", /^(?:dlx|exec|create|node|config|set)$/],
  ["bun", /^(?:x|create|pm)$/],
  ["uv", /^(?:run|tool)$/],
  ["poetry", /^(?:run|config|self)$/],
  ["conda", /^run$/],
  ["bundle", /^(?:exec|config|console|open)$/],
  ["gem", /^(?:exec|open)$/],
  ["rails", /^(?:runner|r|console|c|dbconsole|db|new|app:.*)$/],
  ["mix", /^(?:run|eval|cmd|do)$/],
  ["composer", /^(?:exec|global|config)$/],
  ["cargo", /^(?:run|r|install|fix)$/],
  ["rustup", /^(?:run|toolchain|override)$/],
  ["go", /^(?:run|generate|tool|env)$/],
  ["dotnet", /^(?:exec|run|tool|fsi|watch|new|script)$/],
  ["bazel", /^run$/],
  ["nx", /^(?:exec|run-commands)$/],
  ["nvm", /^(?:exec|run)$/],
  ["brew", /^(?:sh|exec|ruby|irb|edit)$/],
  ["helm", /^plugin$/],
  ["heroku", /^(?:run.*|config.*|ps:exec)$/],
  ["flyctl", /^(?:ssh|console|machine|m)$/],
  ["netlify", /^(?:dev.*|exec)$/],
  ["firebase", /^(?:emulators:exec|functions:shell)$/],
  ["aws", /^(?:configure|ssm)$/],
  ["gcloud", /^compute (?:ssh|scp)$/],
  ["az", /^(?:vm run-command|ssh.*)$/],
  ["gh", /^(?:alias|extension|codespace|cs)(?: .*)?$/],
  [
    "git",
    /^(?:-.*|rebase|bisect|filter-branch|submodule foreach|difftool|mergetool|send-email|daemon|shell|instaweb|web--browse|cvsserver|http-backend|hook|gui|citool|credential.*|remote-.*|config (?!user\.|color\.|init\.|push\.|pull\.).*)$/,
  ],
];

function runsAnything([program, ...words]: readonly string[]): boolean {
  const subcommands = RUNS_ANYTHING.find(([name]) => name === program)?.[1];
  return (
    subcommands !== undefined && [1, 2].some((count) => subcommands.test(words.slice(0, count).join(" ")))
  );
}

/**
 * Returns the first words of a command, as many as name its action, or `undefined` if its arguments do not show them or
 * the named action can run anything.
 *
 * @example
 * commandPrefix(["npm", "run", "dev", "--", "--port", "1"]); // ["npm", "run", "dev"]
 */
export function commandPrefix(words: readonly string[]): readonly string[] | undefined {
  const [name = ""] = words;
  if (OPTIONS_ONLY_PROGRAMS.has(name)) return [name];
  const arity = ARITIES.get(words.slice(0, 2).join(" ")) ?? ARITIES.get(name);
  if (arity === undefined || words.length < arity) return undefined;
  const prefix = words.slice(0, arity);
  if (prefix.some((word) => !/^[A-Za-z][\w:.-]*$/.test(word))) return undefined;
  return runsAnything(prefix) ? undefined : prefix;
}
