/** A command that writes files that none of its words names. */
export interface KnownWrite {
  /** Names, separated by spaces. */
  readonly programs: string;
  /** Applies only if the first words that are not options are these; several forms are separated by commas. */
  readonly words: string;
  /** Applies only if one of the words matches. */
  readonly only?: RegExp;
  /** Paths that it writes, relative to its working folder. */
  readonly writes: readonly string[];
  readonly manual: string;
}

/** Every {@link KnownWrite}, for files that other programs obey. `git-changes.ts` lists the commands of git. */
export const KNOWN_WRITES: readonly KnownWrite[] = [
  // Hook managers
  {
    programs: "husky",
    words: "init,install,add,set",
    writes: [".husky/pre-commit"],
    manual: "Husky documentation, Get started",
  },
  {
    programs: "lefthook pre-commit prek simple-git-hooks captainhook",
    words: "install,add,init-templatedir",
    writes: [".git/hooks/pre-commit"],
    manual: "lefthook install, pre-commit install",
  },
  // Selection of the program that runs under a name
  {
    programs: "asdf",
    words: "local,set",
    writes: [".tool-versions"],
    manual: "asdf documentation, Versions",
  },
  {
    programs: "mise rtx",
    words: "use,u,set,unuse,unset,local",
    writes: ["mise.toml"],
    manual: "mise documentation, mise use",
  },
  { programs: "pyenv", words: "local", writes: [".python-version"], manual: "pyenv local" },
  {
    programs: "uv",
    words: "python pin",
    writes: [".python-version"],
    manual: "uv documentation, python pin",
  },
  {
    programs: "devbox",
    words: "init,add,rm,update",
    writes: ["devbox.json"],
    manual: "Devbox documentation, CLI reference",
  },
  { programs: "devenv", words: "init", writes: ["devenv.nix", ".envrc"], manual: "devenv documentation" },
  { programs: "direnv", words: "edit", writes: [".envrc"], manual: "direnv(1)" },
  // Package managers and build tools
  {
    programs: "npm pnpm",
    words: "config set,config edit,set,c set,config delete",
    only: /^(?:-L|--location)(?:=project)?$/,
    writes: [".npmrc"],
    manual: "npm-config(1), --location",
  },
  {
    programs: "yarn",
    words:
      "config set,config unset,set version,set resolution,plugin import,plugin remove,policies set-version",
    writes: [".yarnrc.yml"],
    manual: "Yarn documentation, CLI",
  },
  { programs: "bundle bundler", words: "config", writes: [".bundle/config"], manual: "bundle-config(1)" },
  {
    programs: "gradle gradlew",
    words: "wrapper,init",
    writes: ["gradle/wrapper/gradle-wrapper.properties"],
    manual: "Gradle user manual, Gradle wrapper",
  },
  {
    programs: "mvn mvnw",
    words: "wrapper:wrapper",
    writes: [".mvn/wrapper/maven-wrapper.properties"],
    manual: "Maven wrapper documentation",
  },
  {
    programs: "dotnet",
    words: "new tool-manifest,new nugetconfig,new globaljson,new gitattributes",
    writes: [".config/dotnet-tools.json", "nuget.config", "global.json", ".gitattributes"],
    manual: ".NET documentation, dotnet new",
  },
  // Version control
  { programs: "hg", words: "init", writes: [".hg/hgrc"], manual: "hg(1)" },
  {
    programs: "jj",
    words: "git init,init,config set,config edit",
    writes: [".jj/repo"],
    manual: "Jujutsu documentation",
  },
  // Agents
  {
    programs: "claude",
    words: "mcp,config,plugin",
    writes: [".mcp.json", ".claude/settings.json"],
    manual: "Claude Code documentation, MCP, --scope project",
  },
  {
    programs: "gemini qwen",
    words: "mcp,extensions",
    writes: [".gemini/settings.json"],
    manual: "Gemini CLI documentation, gemini mcp add",
  },
];
