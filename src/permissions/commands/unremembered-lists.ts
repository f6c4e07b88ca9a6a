/** Options with which a program runs other programs, reads other configuration, or writes files that the option names. */
export interface UnrememberedOptions {
  /** Long options without separators and in lower case: `--global-setup` is `globalsetup`. */
  readonly long?: string;
  /** Short options, one letter each. */
  readonly short?: string;
  /** Whole words with such a meaning, apart from options. */
  readonly words?: RegExp;
  /** Set if the program accepts no abbreviations of long options: `--coverage` is not `--coverage-directory`. */
  readonly exact?: true;
  readonly source: string;
}

/** Long options that have such a meaning in any program. */
export const EVERYWHERE =
  "exec execpath execarg execargv toolexec vettool command filter plugin plugins plugindir output outputfile outputdir outputdirectory " +
  "outfile outdir out uploadpack receivepack extdiff textconv openfilesinpager config configfile configpath configenv configsettings " +
  "rcfile initfile initscript prefix cwd chdir directory workingdir projectdir project rootdir root manifestpath targetdir " +
  "artifactdir gitdir worktree file makefile script scriptshell nodeoptions require import loader pre tocommand checkpointaction " +
  "usecompressprogram rsh shell eval target runner wrapper userconfig globalconfig registry index indexurl extraindexurl logfile " +
  "template editor pager interpreter python pythonexecutable settings toolchain";

/** Such options of single programs, and of their subcommands (`git:clone`). */
export const UNREMEMBERED_OPTIONS: readonly (readonly [programs: string, options: UnrememberedOptions])[] = [
  [
    "git",
    {
      long: "extcmd smtpserver tocmd cccmd sendmailcmd separategitdir reference recursesubmodules unsafepaths strategy",
      short: "Oo",
      words: /^(?:ext|fd)::/,
      source: "manuals of the commands of git",
    },
  ],
  [
    "git:clone",
    {
      short: "uc",
      source: "git-clone(1), --upload-pack, --config",
    },
  ],
  [
    "git:merge git:pull git:rebase",
    {
      short: "s",
      source: "git-merge(1), --strategy: runs git-merge-NAME",
    },
  ],
  [
    "npm pnpm yarn",
    {
      long: "call dir ignorescripts modulesfolder viewer browser onloadscript initmodule pnpmfile globalpnpmfile shellemulator usenodeversion storedir modulesdir virtualstoredir globaldir globalfolder lockfiledir useyarnrc",
      short: "Cc",
      source: "npm-config(7), pnpm and Yarn documentation",
    },
  ],
  [
    "bun",
    {
      long: "call dir ignorescripts preload tsconfigoverride reporteroutfile coveragedir envfile inspect inspectbrk inspectwait define cafile",
      short: "Ccr",
      source: "Bun documentation, bun test, bunfig.toml",
    },
  ],
  [
    "cargo rustup",
    {
      long: "outdir lockfilepath",
      short: "ZC",
      source: "Cargo book",
    },
  ],
  [
    "go",
    {
      long: "o c overlay modfile ldflags gcflags asmflags gccgoflags compiler pkgdir coverprofile cpuprofile memprofile blockprofile mutexprofile trace fuzzcachedir",
      source: "go command documentation",
    },
  ],
  [
    "pip pip3 conda",
    {
      long: "src editable globaloption buildoption findlinks report clientcert keyringprovider",
      short: "tiefC",
      source: "pip documentation",
    },
  ],
  [
    "uv poetry",
    {
      long: "src editable globaloption buildoption findlinks envfile defaultindex",
      short: "tiefCPp",
      source: "uv and Poetry documentation",
    },
  ],
  [
    "gradle",
    {
      long: "includebuild buildfile settingsfile systemprop projectprop gradleuserhome projectcachedir",
      short: "IpbcDPg",
      source: "Gradle user manual, Command-line interface",
    },
  ],
  [
    "mvn",
    {
      long: "globalsettings toolchains globaltoolchains define builder",
      short: "fslDtb",
      // `exec:exec`, a goal of any plug-in
      words: /^[^-:][^:]*:/,
      source: "Maven documentation, mvn options",
    },
  ],
  [
    "dotnet",
    {
      long: "property testadapterpath collect diag resultsdirectory artifactspath",
      short: "opalsd",
      words:
        /^@|^[-/]{1,2}(?:p|property|l|logger|dl|bl|fl|flp|t|target|rp|restoreproperty|getproperty|pp)[:=]/i,
      source: ".NET documentation, dotnet; MSBuild reference",
    },
  ],
  [
    "pytest",
    {
      long: "confcutdir overrideini pdb pdbcls basetemp junitxml importmode resultlog trace debug covconfig covreport pastebin html",
      short: "pcoW",
      source: "pytest documentation, Command-line flags",
    },
  ],
  [
    "tox",
    {
      long: "override resultjson devenv discover workdir",
      short: "pcox",
      source: "tox documentation, CLI interface",
    },
  ],
  [
    "eslint",
    {
      long: "rulesdir parser resolvepluginsrelativeto format fix cachefile cachelocation",
      short: "cfo",
      exact: true,
      source: "ESLint documentation, Command line interface",
    },
  ],
  [
    "prettier",
    {
      long: "write cachelocation parser pluginsearchdir",
      short: "w",
      exact: true,
      source: "Prettier documentation, CLI",
    },
  ],
  [
    "tsc",
    {
      long: "build declarationdir tsbuildinfofile generatetrace generatecpuprofile",
      short: "pb",
      exact: true,
      source: "TypeScript documentation, tsc CLI options",
    },
  ],
  [
    "vitest jest",
    {
      long: "globalsetup globalteardown setupfiles setupfilesafterenv reporter reporters testenvironment environment env transform dir testrunner resolver watchplugins preset coveragedirectory modulepaths moduledirectories modulenamemapper testsequencer snapshotserializers snapshotresolver prettierpath roots projects testresultsprocessor dependencyextractor haste globals cachedirectory workerthreads pool pooloptions provider customprovidermodule reportsdirectory snapshotenvironment sequencer cachedir attachmentsdir diff alias configloader workspace checker executablepath resolvesnapshotpath deps server api ui",
      short: "cr",
      exact: true,
      source: "Vitest and Jest documentation, CLI",
    },
  ],
  [
    "ruff mypy black",
    {
      long: "fix cachedir installtypes shadowfile htmlreport xmlreport txtreport linecountreport customtypingmodule customtypesheddir junitxml anyexprsreport lineprecisionreport linecoveragereport coberturaxmlreport xslthtmlreport xslttxtreport pythoncellmagics",
      short: "co",
      source: "Ruff, mypy and Black documentation",
    },
  ],
  [
    "terraform pulumi helm",
    {
      long: "varfile postrenderer cloneconfig state stateout backup backendconfig generateconfigout lockfile frommodule kubeconfig repositoryconfig registryconfig setfile",
      source: "Terraform CLI, Helm documentation",
    },
  ],
  [
    "cmake bazel",
    {
      long: "rununder workspacestatuscommand bazelrc overriderepository overridemodule actionenv hostactionenv testenv repoenv clientenv hostjvmargs testarg scriptpath spawnstrategy strategy shellexecutable pythonpath pythontop credentialhelper remotecache remoteexecutor sandboxwritablepath sandboxaddmountpair profile buildeventjsonfile buildeventbinaryfile buildeventtextfile outputbase outputuserroot crosstooltop javalauncher coverageoutputgenerator coveragereportgenerator",
      short: "PEDGC",
      words: /^--(?:experimental|incompatible|internal)_/,
      source: "cmake(1), Bazel reference",
    },
  ],
  [
    "nx turbo",
    {
      long: "rootturbojson cachedir api login token profile trace heap graph executor outputpath cachedirectory webpackconfig customwebpackconfig tsconfig",
      short: "PEDGC",
      source: "Nx and Turborepo documentation, CLI",
    },
  ],
  [
    "bundle gem",
    {
      long: "gemfile installdir bindir buildroot source path binstubs shebang envshebang trustpolicy libdir",
      short: "rfIdeingP",
      source: "bundle-install(1), gem documentation",
    },
  ],
  [
    "rails rake",
    {
      long: "rakefile libdir rakelibdir execute executeprint executecontinue",
      short: "rfIdeREpg",
      source: "rake(1)",
    },
  ],
  [
    "mix composer",
    {
      long: "libdir formatter exportcoverage archivespath pa pz erl",
      short: "rfIde",
      source: "mix test, Composer documentation",
    },
  ],
  [
    "brew apt apt-get",
    {
      long: "option",
      short: "oc",
      source: "apt.conf(5)",
    },
  ],
  [
    "systemctl",
    {
      long: "host machine image",
      short: "ocHM",
      source: "systemctl(1)",
    },
  ],
  [
    "vercel netlify firebase",
    {
      long: "localconfig globalconfig buildenv",
      short: "AQb",
      source: "Vercel CLI documentation",
    },
  ],
  [
    "aws gcloud az gh",
    {
      long: "endpointurl cliinputjson cliinputyaml hostname cabundle web browser recover",
      short: "w",
      source: "AWS and GitHub CLI documentation",
    },
  ],
  [
    "gh:api",
    {
      long: "method field rawfield input",
      short: "XfF",
      source: "gh-api(1): other methods than GET",
    },
  ],
];
