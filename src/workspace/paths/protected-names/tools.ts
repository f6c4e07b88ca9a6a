import { namesFrom, type SensitiveName } from "../sensitive-name.js";

/**
 * Configuration files that programs read from their working directory or from a folder above it, and that make them run
 * something other than requested.
 *
 * The parts of a project are not protected: `package.json`, `Makefile`, `pyproject.toml`, `Cargo.toml`, `build.gradle`,
 * `Dockerfile`, `conftest.py`, `build.rs`, `tsconfig.json` and the configuration of linters, tests and bundlers. Agents
 * edit these files all the time, they take effect only when the project is built or tested, and a command that does so
 * needs an approval. `.nvmrc` and `.node-version` only name a version.
 */
export const TOOL_NAMES: readonly SensitiveName[] = [
  // Build tools and interpreters
  ...namesFrom(
    "Bazel documentation, Write bazelrc configuration files",
    ".bazelrc",
    ".bazeliskrc",
    "tools/bazel",
  ),
  ...namesFrom("Buck2 documentation, .buckconfig", ".buckconfig", ".buckconfig.local"),
  ...namesFrom("Ansible documentation, Ansible Configuration Settings", "ansible.cfg", ".ansible.cfg"),
  ...namesFrom("erl(1), The .erlang startup file", ".erlang"),
  ...namesFrom("GNU Octave manual, Startup Files", ".octaverc"),
  ...namesFrom("PHP manual, The configuration file", "php.ini", ".user.ini"),
  ...namesFrom("act documentation, .actrc", ".actrc"),
  ...namesFrom("Windows documentation, Autorun.inf and Desktop.ini", "autorun.inf", "desktop.ini"),
  // Package managers
  ...namesFrom("npmrc(5)", ".npmrc"),
  ...namesFrom(
    "Yarn documentation, Configuration",
    ".yarnrc",
    ".yarnrc.yml",
    ".yarn/",
    ".pnp.cjs",
    ".pnp.js",
    ".pnp.loader.mjs",
  ),
  ...namesFrom("pnpm documentation, .pnpmfile.cjs", ".pnpmfile.cjs", ".pnpmfile.mjs", ".pnpmfile.js"),
  ...namesFrom("Bun documentation, bunfig.toml", "bunfig.toml", ".bunfig.toml"),
  ...namesFrom("Cargo book, Configuration", ".cargo/config", ".cargo/config.toml"),
  ...namesFrom("pip documentation, Configuration", "pip.conf", "pip.ini", ".pip/", ".config/pip/"),
  ...namesFrom("conda documentation, .condarc", ".condarc", "condarc"),
  ...namesFrom("bundle-config(1), gem documentation", ".bundle/", ".gemrc"),
  ...namesFrom("Maven documentation, Configuring Apache Maven", ".mvn/", ".mavenrc", ".m2/"),
  ...namesFrom("Gradle user manual, Gradle wrapper", "gradle-wrapper.properties", "gradle-wrapper.jar"),
  ...namesFrom("Gradle user manual, Initialization scripts", ".gradle/init.gradle", ".gradle/init.d/"),
  ...namesFrom("sbt reference manual", ".sbtopts", ".jvmopts", ".sbtrc"),
  ...namesFrom("NuGet reference, nuget.config", "nuget.config", ".nuget/"),
  ...namesFrom(".NET documentation, Local tools", ".config/dotnet-tools.json"),
  ...namesFrom("go command documentation, go env", ".config/go/"),
  ...namesFrom("Homebrew documentation", ".homebrew/", ".config/homebrew/"),
  // Selection of the program that runs under a name
  ...namesFrom("rustup book, Overrides", "rust-toolchain", "rust-toolchain.toml"),
  ...namesFrom("asdf documentation, Configuration (path: versions)", ".tool-versions", ".asdfrc"),
  ...namesFrom(
    "mise documentation, Configuration",
    "mise.toml",
    "mise.*.toml",
    ".mise.toml",
    ".mise.*.toml",
    ".mise/",
  ),
  ...namesFrom("mise documentation, Configuration", ".config/mise/", ".config/mise.toml", "mise/config.toml"),
  ...namesFrom("uv documentation, Python versions (may be a path)", ".python-version", ".python-versions"),
  ...namesFrom("Devbox and devenv documentation", "devbox.json", "devenv.nix", "devenv.yaml", ".devenv/"),
  // Interpreters and debuggers
  ...namesFrom("Python documentation, site", "sitecustomize.py", "usercustomize.py"),
  // Outside these folders, `*.pth` is a checkpoint of PyTorch.
  ...namesFrom("Python documentation, site", "site-packages/*.pth", "dist-packages/*.pth", "pyvenv.cfg"),
  ...namesFrom(
    "Python documentation, pdb and PYTHONSTARTUP",
    ".pdbrc",
    ".pdbrc.toml",
    ".pythonrc",
    ".pythonrc.py",
  ),
  ...namesFrom("IPython documentation, Configuration", ".ipython/", ".jupyter/"),
  ...namesFrom("GDB manual, Startup", ".gdbinit", ".gdbearlyinit", "*-gdb.gdb", "*-gdb.py", ".config/gdb/"),
  ...namesFrom("LLDB manual, .lldbinit", ".lldbinit", ".lldbinit-*", "lldbinit"),
  ...namesFrom("radare2, Ghidra and Frida documentation", ".radare2rc", ".config/radare2/", ".config/frida/"),
  ...namesFrom("irb and Pry documentation", ".irbrc", ".pryrc", ".rdbgrc"),
  ...namesFrom("R documentation, Startup", ".rprofile", ".renviron", "rprofile.site"),
  ...namesFrom(
    "Node.js REPL, Julia, GHCi, OCaml and IEx documentation",
    ".noderc",
    ".julia/config/",
    ".ghci",
  ),
  ...namesFrom("OCaml manual, IEx documentation, Lua manual", ".ocamlinit", ".iex.exs", ".luainit"),
  ...namesFrom(
    "psql(1), sqlite3(1), mysql option files, mongosh",
    ".psqlrc",
    ".sqliterc",
    ".my.cnf",
    ".mongorc.js",
    ".mongoshrc.js",
  ),
  ...namesFrom("prove(1)", ".proverc"),
  // Programs that agents start all the time
  ...namesFrom("ripgrep guide, Configuration file", ".ripgreprc", "ripgreprc"),
  ...namesFrom("ack(1)", ".ackrc", "_ackrc"),
  ...namesFrom("curl(1), .curlrc", ".curlrc", "_curlrc"),
  ...namesFrom("GNU Wget manual, Startup file", ".wgetrc"),
  ...namesFrom(
    "Docker documentation, CLI plugins and credential helpers",
    ".docker/config.json",
    ".docker/cli-plugins/",
  ),
  ...namesFrom("GitHub CLI manual, gh alias", ".config/gh/"),
  ...namesFrom("AWS CLI documentation, credential_process", ".aws/config"),
  ...namesFrom("kubectl documentation, exec credential plugins", ".kube/config"),
  ...namesFrom("latexmk(1)", ".latexmkrc", "latexmkrc"),
];
