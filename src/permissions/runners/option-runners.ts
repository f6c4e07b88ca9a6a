/** Options and sub-commands with which a program runs a command that its arguments bring. */
export interface OptionRunner {
  /** Options whose value is a command; long ones also when they are abbreviated. */
  readonly options?: string;
  /** Sub-commands behind which a command stands, perhaps behind options and one operand. */
  readonly behind?: string;
  /** Whether any word may bring one, behind a sign: `EXEC:rm`. */
  readonly anyWord?: true;
  readonly source: string;
}

const GIT_OPTIONS =
  "-c --config-env --exec-path -O --open-files-in-pager --upload-pack --receive-pack --exec -x --extcmd --tree-filter " +
  "--index-filter --env-filter --msg-filter --parent-filter --commit-filter --tag-name-filter --smtp-server --to-cmd --cc-cmd " +
  "--header-cmd --sendmail-cmd --config --template --gpg-program --tool";

const RUNNERS: readonly (readonly [programs: string, runner: OptionRunner])[] = [
  ["git", { options: GIT_OPTIONS, behind: "run foreach", source: "git(1) and the manuals of its commands" }],
  [
    "tar bsdtar gtar",
    {
      options:
        "--checkpoint-action --to-command --use-compress-program -I --rsh-command --rmt-command --info-script --new-volume-script -F",
      source: "GNU tar manual, All tar options",
    },
  ],
  ["cpio", { options: "--rsh-command --rmt-command", source: "cpio(1)" }],
  ["split", { options: "--filter", source: "split(1)" }],
  ["sort", { options: "--compress-program", source: "sort(1)" }],
  ["npm", { options: "-c --call --script-shell --node-options", behind: "exec x", source: "npm-exec(1)" }],
  ["pnpm yarn", { options: "-c --script-shell", behind: "exec dlx", source: "pnpm exec, yarn dlx" }],
  ["bun", { behind: "x exec", source: "bun x" }],
  ["uv poetry pipenv pdm hatch rye", { behind: "run tool", source: "uv run, poetry run" }],
  [
    "bundle pyenv rbenv nodenv asdf mise fnm nvm volta rustup conda",
    { behind: "exec run x", source: "bundle-exec(1), pyenv exec, rustup run" },
  ],
  [
    "docker podman nerdctl kubectl",
    { options: "--entrypoint", behind: "run exec", source: "docker run, kubectl exec" },
  ],
  ["nix nix-shell", { options: "--run --command -c", source: "nix-shell(1)" }],
  ["ip", { behind: "exec", source: "ip-netns(8)" }],
  [
    "find fd fdfind",
    { options: "-exec -execdir -ok -okdir -x -X --exec --exec-batch", source: "find(1), fd(1)" },
  ],
  ["rg", { options: "--pre --hostname-bin", source: "rg(1)" }],
  ["ag ack less more most man", { options: "--pager -P", source: "man(1), ack(1)" }],
  ["rsync", { options: "-e --rsh --rsync-path", source: "rsync(1)" }],
  ["scp sftp", { options: "-S -o -D", source: "scp(1)" }],
  ["ssh mosh", { options: "-o --ssh", source: "ssh(1), ProxyCommand" }],
  ["nc ncat netcat", { options: "-e -c --exec --sh-exec --lua-exec", source: "ncat(1)" }],
  ["socat", { anyWord: true, source: "socat(1), EXEC and SYSTEM" }],
  ["tcpdump", { options: "-z", source: "tcpdump(1)" }],
  ["zip", { options: "-TT --unzip-command", source: "zip(1)" }],
  [
    "apt apt-get aptitude dpkg",
    { options: "-o --option --pre-invoke --post-invoke --path-exclude", source: "apt.conf(5)" },
  ],
  ["go", { options: "-exec -toolexec -vettool", source: "go command documentation, Compile packages" }],
  ["cargo", { options: "--config", source: "Cargo book, target.<triple>.runner" }],
  [
    "gcc g++ cc c++ clang clang++",
    { options: "-wrapper -B -fplugin", source: "GCC manual, Overall options" },
  ],
  ["make gmake", { options: "--eval SHELL", source: "GNU make manual, Choosing the shell" }],
  ["hash", { options: "-p", source: "bash(1)" }],
  ["mapfile readarray", { options: "-C", source: "bash(1)" }],
  ["compgen complete", { options: "-C -F", source: "bash(1)" }],
  [
    "tmux screen",
    { behind: "new new-session new-window split-window run-shell respawn-pane -dm -S -X", source: "tmux(1)" },
  ],
  ["watch watchexec nodemon", { options: "--exec -x", source: "nodemon documentation" }],
  [
    "script scriptlive su runuser sg flock capsh",
    { options: "-c --command", source: "script(1), su(1), capsh(1)" },
  ],
  ["env", { options: "-S --split-string", source: "env(1)" }],
  ["fish pwsh powershell nu", { options: "-c --command -Command -C --init-command", source: "fish(1)" }],
  ["cmd", { options: "/c /k /C /K", source: "Windows commands, cmd" }],
  ["direnv", { behind: "exec", source: "direnv(1)" }],
  ["op doppler infisical teller chamber aws-vault", { behind: "run exec", source: "op run, aws-vault exec" }],
  ["perf", { behind: "record stat trace", source: "perf(1)" }],
  ["dotnet lerna nx rush turbo", { behind: "exec", source: "dotnet tool run, lerna exec" }],
  [
    "export declare typeset local readonly",
    { source: "bash(1): variables such as PROMPT_COMMAND run", options: "" },
  ],
];

/** The programs that run a command given in an option, by name. */
export const OPTION_RUNNERS: ReadonlyMap<string, OptionRunner> = new Map(
  RUNNERS.flatMap(([programs, runner]) => programs.split(" ").map((name) => [name, runner] as const)),
);
