import { placesFrom, type SensitivePlace } from "../sensitive-place.js";

/**
 * Configuration files that programs read from their working directory or from a folder above it, and that make them run
 * something other than requested.
 *
 * The parts of a project are not protected: `package.json`, `Makefile`, `pyproject.toml`, `Cargo.toml`, `build.gradle`,
 * `Dockerfile`, `conftest.py`, `build.rs`, `tsconfig.json` and the configuration of linters, tests and bundlers. Agents
 * edit these files all the time, they take effect only when the project is built or tested, and a command that does so
 * needs an approval. `.nvmrc` and `.node-version` only name a version.
 */
export const TOOL_PLACES: readonly SensitivePlace[] = [
  // Build tools and interpreters
  ...placesFrom(
    "Bazel documentation, Write bazelrc configuration files",
    ".bazelrc",
    ".bazeliskrc",
    "tools/bazel",
  ),
  ...placesFrom("Buck2 documentation, .buckconfig", ".buckconfig", ".buckconfig.local"),
  ...placesFrom("Ansible documentation, Ansible Configuration Settings", "ansible.cfg", ".ansible.cfg"),
  ...placesFrom("erl(1), The .erlang startup file", ".erlang"),
  ...placesFrom("GNU Octave manual, Startup Files", ".octaverc"),
  ...placesFrom("PHP manual, The configuration file", "php.ini", ".user.ini"),
  ...placesFrom("act documentation, .actrc", ".actrc"),
  ...placesFrom("Windows documentation, Autorun.inf and Desktop.ini", "autorun.inf", "desktop.ini"),
  // Package managers
  ...placesFrom("npmrc(5)", ".npmrc"),
  ...placesFrom(
    "Yarn documentation, Configuration",
    ".yarnrc",
    ".yarnrc.yml",
    ".yarn/",
    ".pnp.cjs",
    ".pnp.js",
    ".pnp.loader.mjs",
  ),
  ...placesFrom("pnpm documentation, .pnpmfile.cjs", ".pnpmfile.cjs", ".pnpmfile.mjs", ".pnpmfile.js"),
  ...placesFrom("Bun documentation, bunfig.toml", "bunfig.toml", ".bunfig.toml"),
  ...placesFrom("Cargo book, Configuration", ".cargo/config", ".cargo/config.toml"),
  ...placesFrom("pip documentation, Configuration", "pip.conf", "pip.ini", ".pip/", ".config/pip/"),
  ...placesFrom("conda documentation, .condarc", ".condarc", "condarc"),
  ...placesFrom("bundle-config(1), gem documentation", ".bundle/", ".gemrc"),
  ...placesFrom("Maven documentation, Configuring Apache Maven", ".mvn/", ".mavenrc", ".m2/"),
  ...placesFrom("Gradle user manual, Gradle wrapper", "gradle-wrapper.properties", "gradle-wrapper.jar"),
  ...placesFrom("Gradle user manual, Initialization scripts", ".gradle/init.gradle", ".gradle/init.d/"),
  ...placesFrom("sbt reference manual", ".sbtopts", ".jvmopts", ".sbtrc"),
  ...placesFrom("NuGet reference, nuget.config", "nuget.config", ".nuget/"),
  ...placesFrom(".NET documentation, Local tools", ".config/dotnet-tools.json"),
  ...placesFrom("go command documentation, go env", ".config/go/"),
  ...placesFrom("Homebrew documentation", ".homebrew/", ".config/homebrew/"),
  // Selection of the program that runs under a name
  ...placesFrom("rustup book, Overrides", "rust-toolchain", "rust-toolchain.toml"),
  ...placesFrom("asdf documentation, Configuration (path: versions)", ".tool-versions", ".asdfrc"),
  ...placesFrom(
    "mise documentation, Configuration",
    "mise.toml",
    "mise.*.toml",
    ".mise.toml",
    ".mise.*.toml",
    ".mise/",
  ),
  ...placesFrom(
    "mise documentation, Configuration",
    ".config/mise/",
    ".config/mise.toml",
    "mise/config.toml",
  ),
  ...placesFrom("uv documentation, Python versions (may be a path)", ".python-version", ".python-versions"),
  ...placesFrom("Devbox and devenv documentation", "devbox.json", "devenv.nix", "devenv.yaml", ".devenv/"),
  // Interpreters and debuggers
  ...placesFrom("Python documentation, site", "sitecustomize.py", "usercustomize.py"),
  // Outside these folders, `*.pth` is a checkpoint of PyTorch.
  ...placesFrom("Python documentation, site", "site-packages/*.pth", "dist-packages/*.pth", "pyvenv.cfg"),
  ...placesFrom(
    "Python documentation, pdb and PYTHONSTARTUP",
    ".pdbrc",
    ".pdbrc.toml",
    ".pythonrc",
    ".pythonrc.py",
  ),
  ...placesFrom("IPython documentation, Configuration", ".ipython/", ".jupyter/"),
  ...placesFrom("GDB manual, Startup", ".gdbinit", ".gdbearlyinit", "*-gdb.gdb", "*-gdb.py", ".config/gdb/"),
  ...placesFrom("LLDB manual, .lldbinit", ".lldbinit", ".lldbinit-*", "lldbinit"),
  ...placesFrom(
    "radare2, Ghidra and Frida documentation",
    ".radare2rc",
    ".config/radare2/",
    ".config/frida/",
  ),
  ...placesFrom("irb and Pry documentation", ".irbrc", ".pryrc", ".rdbgrc"),
  ...placesFrom("R documentation, Startup", ".rprofile", ".renviron", "rprofile.site"),
  ...placesFrom(
    "Node.js REPL, Julia, GHCi, OCaml and IEx documentation",
    ".noderc",
    ".julia/config/",
    ".ghci",
  ),
  ...placesFrom("OCaml manual, IEx documentation, Lua manual", ".ocamlinit", ".iex.exs", ".luainit"),
  ...placesFrom(
    "psql(1), sqlite3(1), mysql option files, mongosh",
    ".psqlrc",
    ".sqliterc",
    ".my.cnf",
    ".mongorc.js",
    ".mongoshrc.js",
  ),
  ...placesFrom("prove(1)", ".proverc"),
  // Programs that agents start all the time
  ...placesFrom("ripgrep guide, Configuration file", ".ripgreprc", "ripgreprc"),
  ...placesFrom("ack(1)", ".ackrc", "_ackrc"),
  ...placesFrom("curl(1), .curlrc", ".curlrc", "_curlrc"),
  ...placesFrom("GNU Wget manual, Startup file", ".wgetrc"),
  ...placesFrom(
    "Docker documentation, CLI plugins and credential helpers",
    ".docker/config.json",
    ".docker/cli-plugins/",
  ),
  ...placesFrom("GitHub CLI manual, gh alias", ".config/gh/"),
  ...placesFrom("AWS CLI documentation, credential_process", ".aws/config"),
  ...placesFrom("kubectl documentation, exec credential plugins", ".kube/config"),
  ...placesFrom("latexmk(1)", ".latexmkrc", "latexmkrc"),
];
