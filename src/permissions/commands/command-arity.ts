import { OPTIONS_ONLY_PROGRAMS } from "./unremembered-options.js";

/**
 * How many words name what a command does: `git push origin` is `git push`, `npm run dev` is `npm run dev`.
 *
 * In the spirit of seed 004's BashArity. Left out are programs that run whatever their arguments say (`docker run`,
 * `npm exec`), and programs without sub-commands: one word such as `rm` says too little.
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

/** Sub-commands that run what comes after them. */
const RUNS_ANYTHING =
  /^(?:npm (?:exec|x)|pnpm (?:dlx|exec)|yarn (?:dlx|exec)|bun x|uv (?:run|tool)|poetry run|bundle exec|cargo run|go run|git (?:-.*|rebase|bisect|filter-branch|submodule foreach|difftool|mergetool|send-email|daemon|shell)|git config (?!user\.|color\.|init\.|push\.|pull\.).*|go (?:generate|tool)|cargo (?:install|fix)|aws configure|gh (?:alias|extension).*)$/;

/**
 * The first words of a command, as many as name what it does; `undefined` where they cannot be told from its arguments, or
 * what they name is anything at all.
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
  return [2, 3].some((length) => RUNS_ANYTHING.test(prefix.slice(0, length).join(" "))) ? undefined : prefix;
}
