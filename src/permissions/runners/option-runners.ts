/** Options and subcommands that make a program run a command from its arguments. */
interface RunnerRow {
  /** Options whose value is a command; long ones match even when abbreviated. */
  readonly options?: string;
  /** Subcommands that a command follows, possibly after options and one operand. */
  readonly subcommands?: string;
  /** Whether any word may contain a command after a punctuation character: `EXEC:rm`. */
  readonly anyWord?: true;
  /** Whether the value of an option may be a keyword, a blank and the command: `ProxyCommand rm`. */
  readonly keyed?: true;
  /** Letters in a first word without a dash whose values are commands: `tar cIf rm x`. */
  readonly bundled?: string;
  readonly source: string;
}

const GIT_OPTIONS =
  "-c --config-env --exec-path -O --open-files-in-pager --upload-pack --receive-pack --exec -x --extcmd --tree-filter " +
  "--index-filter --env-filter --msg-filter --parent-filter --commit-filter --tag-name-filter --smtp-server --to-cmd --cc-cmd " +
  "--header-cmd --sendmail-cmd --config --template --gpg-program --tool --setup --httpd --browser --access-hook --authors-prog -u";

const RUNNERS: readonly (readonly [programs: string, runner: RunnerRow])[] = [
  [
    "git hub",
    {
      options: GIT_OPTIONS,
      subcommands: "run foreach merge-index remote-ext",
      source: "git(1) and the manuals of its commands",
    },
  ],
  [
    "tar bsdtar gtar",
    {
      options:
        "--checkpoint-action --to-command --use-compress-program -I --rsh-command --rmt-command --info-script --new-volume-script -F",
      bundled: "IF",
      source: "GNU tar manual, All tar options",
    },
  ],
  ["cpio", { options: "--rsh-command --rmt-command", source: "cpio(1)" }],
  ["split", { options: "--filter", source: "split(1)" }],
  [
    "hg",
    {
      options: "--config -e --ssh --remotecmd --tool -c --command -p --program",
      source: "hg(1), Mercurial Configuration Files",
    },
  ],
  ["svn", { options: "--diff-cmd --diff3-cmd --editor-cmd --config-option", source: "svn help" }],
  ["composer", { subcommands: "exec", source: "Composer documentation, exec" }],
  ["snap", { options: "-c --command", subcommands: "run", source: "snap(8)" }],
  ["bat batcat", { options: "--pager", source: "bat(1)" }],
  [
    "gpg gpg2",
    {
      options: "--photo-viewer --exec-path --agent-program --pinentry-program --dirmngr-program",
      source: "gpg(1)",
    },
  ],
  ["sort", { options: "--compress-program", source: "sort(1)" }],
  [
    "npm",
    {
      options: "-c --call --script-shell --node-options --shell --editor --viewer --browser --git",
      // `npm run env -- x` is `env x`, independent of the scripts.
      subcommands: "exec x env explore --",
      source: "npm-exec(1), npm-run-script(1), npm config documentation",
    },
  ],
  ["npx pnpx bunx", { options: "-c --call --shell-mode", source: "npx(1)" }],
  [
    "pnpm yarn",
    { options: "-c --script-shell", subcommands: "exec dlx node", source: "pnpm exec, yarn dlx" },
  ],
  ["bun", { subcommands: "x exec run", source: "bun x, bun run" }],
  ["uv poetry pipenv pdm hatch rye pipx", { subcommands: "run tool", source: "uv run, poetry run" }],
  ["tox gem", { options: "--editor -e", subcommands: "exec", source: "tox exec, gem exec, gem open" }],
  [
    "stack cabal opam dune brew",
    { subcommands: "exec", source: "stack exec, cabal exec, opam exec, dune exec, brew bundle exec" },
  ],
  ["mix", { subcommands: "cmd", source: "Mix documentation, cmd" }],
  ["pip pip3", { options: "--editor --python", source: "pip documentation, pip config" }],
  ["virtualenv", { options: "-p --python", source: "virtualenv documentation" }],
  ["mypy pyright", { options: "--python-executable --pythonpath", source: "their manuals" }],
  ["prove", { options: "-e --exec", source: "prove(1)" }],
  ["just", { options: "-c --command --shell --shell-arg --chooser", source: "just manual" }],
  [
    "cmake",
    {
      options: "SHELL -D",
      subcommands: "-E env time",
      source: "cmake(1), Run a command-line tool; launchers",
    },
  ],
  ["ctest", { options: "--test-command --build-makeprogram", source: "ctest(1)" }],
  ["meson", { options: "--wrap --wrapper --gdb-path", subcommands: "devenv", source: "meson(1)" }],
  ["bazel", { options: "--run_under --workspace_status_command", source: "Bazel command-line reference" }],
  [
    "dotnet msbuild",
    { options: "-p: /p: --property", source: "MSBuild reference, PreBuildEvent and other properties" },
  ],
  ["protoc", { options: "--plugin", source: "protoc --help" }],
  ["pandoc", { options: "-F --filter --pdf-engine", source: "pandoc(1)" }],
  [
    "latexmk",
    {
      options: "-pdflatex -latex -lualatex -xelatex -pdflualatex -pdfxelatex -dvipdf -ps2pdf",
      source: "latexmk(1)",
    },
  ],
  ["install", { options: "--strip-program", source: "GNU coreutils manual, install invocation" }],
  ["sdiff diff3", { options: "--diff-program", source: "GNU diffutils manual" }],
  ["ugrep", { options: "--filter --pager --view", source: "ugrep(1)" }],
  ["watchman", { subcommands: "--", source: "Watchman documentation, trigger" }],
  ["helm", { options: "--post-renderer", source: "helm install reference" }],
  ["netlify", { options: "-c --command", subcommands: "dev:exec exec", source: "Netlify CLI documentation" }],
  ["doctl", { options: "--ssh-command", source: "doctl compute ssh reference" }],
  ["az", { options: "--scripts", source: "az vm run-command reference" }],
  [
    "gh",
    {
      options: "--upload-pack --config",
      subcommands: "ssh",
      source: "gh-codespace-ssh(1), gh-repo-clone(1)",
    },
  ],
  ["start-stop-daemon", { options: "--exec -x --startas -a", source: "start-stop-daemon(8)" }],
  ["mvn mvnw", { options: "-Dexec.executable= -Dexec.args=", source: "Exec Maven plugin" }],
  ["ansible", { options: "-a --args", source: "ansible(1)" }],
  [
    "vagrant gcloud",
    { options: "-c --command", subcommands: "--", source: "vagrant ssh, gcloud compute ssh" },
  ],
  ["flatpak", { options: "--command", source: "flatpak-run(1)" }],
  ["nano", { options: "-s --speller", source: "nano(1)" }],
  ["strace", { options: "-o --output", source: "strace(1)" }],
  ["wget", { options: "-e --execute --use-askpass", source: "wget(1)" }],
  [
    "bundle pyenv rbenv nodenv asdf mise fnm nvm volta rustup conda",
    { subcommands: "exec run x", source: "bundle-exec(1), pyenv exec, rustup run" },
  ],
  [
    "docker podman nerdctl kubectl docker-compose",
    {
      options: "--entrypoint --health-cmd",
      subcommands: "run exec create debug --",
      source: "docker run, kubectl exec",
    },
  ],
  [
    "nix nix-shell",
    { options: "--run --command -c", subcommands: "run --", source: "nix-shell(1), nix3-run(1)" },
  ],
  ["ip", { subcommands: "exec", source: "ip-netns(8)" }],
  [
    "find fd fdfind",
    { options: "-exec -execdir -ok -okdir -x -X --exec --exec-batch", source: "find(1), fd(1)" },
  ],
  ["rg", { options: "--pre --hostname-bin", source: "rg(1)" }],
  ["ag ack less more most man", { options: "--pager -P -H --html", source: "man(1), ack(1)" }],
  ["rsync", { options: "-e --rsh --rsync-path", source: "rsync(1)" }],
  ["scp sftp", { options: "-S -o -D", keyed: true, source: "scp(1)" }],
  ["ssh mosh", { options: "-o --ssh", keyed: true, source: "ssh(1), ProxyCommand" }],
  ["nc ncat netcat", { options: "-e -c --exec --sh-exec --lua-exec", source: "ncat(1)" }],
  ["socat", { anyWord: true, source: "socat(1), EXEC and SYSTEM" }],
  ["tcpdump", { options: "-z", source: "tcpdump(1)" }],
  ["zip", { options: "-TT --unzip-command", source: "zip(1)" }],
  [
    "apt apt-get aptitude dpkg",
    { options: "-o --option --pre-invoke --post-invoke --path-exclude", source: "apt.conf(5)" },
  ],
  ["go", { options: "-exec -toolexec -vettool -w", source: "go command documentation, Compile packages" }],
  [
    "java javaw",
    { options: "-XX:OnError= -XX:OnOutOfMemoryError=", source: "java(1), Advanced runtime options" },
  ],
  ["rustc", { options: "-C --codegen", source: "rustc book, codegen options: linker" }],
  ["heroku", { subcommands: "run run:detached run:inside", source: "Heroku CLI documentation, run" }],
  ["fly flyctl", { options: "-C --command", subcommands: "run", source: "fly ssh console" }],
  [
    "jj",
    {
      options: "--config --config-toml --tool",
      subcommands: "exec run",
      source: "Jujutsu documentation, Config",
    },
  ],
  [
    "cargo",
    { options: "--config -C -s --shell", source: "Cargo book, target.<triple>.runner; cargo-watch(1)" },
  ],
  [
    "gcc g++ cc c++ clang clang++",
    { options: "-wrapper -B -fplugin", source: "GCC manual, Overall options" },
  ],
  ["make gmake", { anyWord: true, options: "--eval SHELL", source: "GNU make manual, Choosing the shell" }],
  ["hash", { options: "-p", source: "bash(1)" }],
  ["mapfile readarray", { options: "-C", source: "bash(1)" }],
  ["compgen complete", { options: "-C -F", source: "bash(1)" }],
  [
    "tmux screen",
    {
      options: "-c",
      subcommands:
        "send send-keys set set-option setw set-window-option new new-session neww new-window splitw split-window run run-shell respawnp respawn-pane respawnw respawn-window pipep " +
        "pipe-pane if if-shell popup display-popup bind bind-key confirm confirm-before set-hook -dm -S -X",
      source: "tmux(1)",
    },
  ],
  ["watch watchexec nodemon", { options: "--exec -x", source: "nodemon documentation" }],
  [
    "script scriptlive su runuser sg flock capsh",
    { options: "-c --command", source: "script(1), su(1), capsh(1)" },
  ],
  ["env", { options: "-S --split-string", source: "env(1)" }],
  ["fish pwsh powershell nu", { options: "-c --command -Command -C --init-command", source: "fish(1)" }],
  ["cmd", { options: "/c /k /C /K", source: "Windows commands, cmd" }],
  ["direnv", { subcommands: "exec", source: "direnv(1)" }],
  [
    "op doppler infisical teller chamber aws-vault",
    { subcommands: "run exec", source: "op run, aws-vault exec" },
  ],
  ["perf rr", { subcommands: "record stat trace", source: "perf(1), rr(1)" }],
  ["dotnet lerna nx rush turbo", { subcommands: "exec", source: "dotnet tool run, lerna exec" }],
  [
    "export declare typeset local readonly",
    { source: "bash(1): variables such as PROMPT_COMMAND run", options: "" },
  ],
];

/** A program that runs a command given in an option, with its names as lists. */
export interface OptionRunner {
  readonly options: readonly string[];
  readonly subcommands: ReadonlySet<string>;
  readonly anyWord: boolean;
  readonly keyed: boolean;
  readonly bundled: string;
}

/** The programs that run a command given in an option, by name. A program in several rows has the options of all of them. */
export const OPTION_RUNNERS: ReadonlyMap<string, OptionRunner> = mergedRunners();

function mergedRunners(): ReadonlyMap<string, OptionRunner> {
  const byName = new Map<string, OptionRunner>();
  const split = (list: string) => list.split(" ").filter((word) => word !== "");
  for (const [programs, row] of RUNNERS) {
    const { options = "", subcommands = "", anyWord = false, keyed = false, bundled = "" } = row;
    for (const name of programs.split(" ")) {
      const known = byName.get(name);
      byName.set(name, {
        options: [...new Set([...(known?.options ?? []), ...split(options)])],
        subcommands: new Set([...(known?.subcommands ?? []), ...split(subcommands)]),
        anyWord: anyWord || known?.anyWord === true,
        keyed: keyed || known?.keyed === true,
        bundled: bundled + (known?.bundled ?? ""),
      });
    }
  }
  return byName;
}
