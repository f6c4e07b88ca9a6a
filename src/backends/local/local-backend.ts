import type {
  ApprovalStore,
  Backend,
  BackendGuarantees,
  Diagnostics,
  FileLocks,
  FileSystem,
  IntentLog,
  ModuleLoader,
  OutputStore,
  PageReader,
  Repositories,
  Search,
  SyntaxCheck,
  TextThreads,
  ThreadStore,
  Trash,
} from "../../contract/index.js";
import {
  type KeysOf,
  loadedLater,
  requireKnownValue,
  requireOptions,
  shownValue,
} from "../../values/index.js";

import { withOwnPorts } from "../checked/index.js";
import { localFileSystem } from "./file-system.js";
import { KeptStarts, type LanguageServersOptions, localLanguageServers } from "./language-servers/index.js";
import { type LocalOutputStoreOptions, localOutputStore } from "./output-store/index.js";
import { type LocalRepositoriesOptions, localRepositories } from "./repositories/index.js";
import { findRipgrep, localSearch } from "./search/index.js";
import {
  type EnvironmentOptions,
  type LocalShell,
  type LocalShellOptions,
  localShell,
} from "./shell/index.js";
import { DURABILITIES, type Durability, FileSyncs } from "./syncs/index.js";
import { requireSyntaxOptions, type SyntaxOptions } from "./syntax/index.js";
import { localTextThreads } from "./text-threads/index.js";
import { type LocalThreadStoreOptions, localThreadStore } from "./threads/index.js";
import { localTrash } from "./trash/index.js";
import { type LocalWebOptions, localPages } from "./web/index.js";

/** Options of the local backend. */
export interface LocalBackendOptions {
  /** Environment variables visible to commands; short for `shell.environment`. */
  readonly environment?: EnvironmentOptions;
  /** Options of commands, for example a sandbox. */
  readonly shell?: LocalShellOptions;
  /**
   * Directory for locks that other processes respect, stored outputs and the approval secret; created with
   * private permissions at the first use. Default: `COLLET_STATE_DIRECTORY` of the environment, else `collet`
   * in the platform's state directory (`$XDG_STATE_HOME`, `~/.local/state`).
   */
  readonly stateDirectory?: string | undefined;
  /** Limits of stored outputs; `false` stores none. */
  readonly outputs?: Omit<LocalOutputStoreOptions, "stateDirectory"> | false;
  /**
   * Options of stored threads, for `read_thread` and `find_thread`; `false` stores none and omits these
   * tools.
   */
  readonly threads?: Omit<LocalThreadStoreOptions, "stateDirectory"> | false;
  /** Options of web pages; `false` reads none and omits the tool. */
  readonly web?: LocalWebOptions | false;
  /** Limits of copies of git repositories; `false` fetches none. */
  readonly repositories?: Omit<LocalRepositoriesOptions, "stateDirectory"> | false;
  /**
   * Language servers of projects, whose errors are added to edits. `"on-request"` (default): a server that
   * no rule allows is started only after the approver allowed it, and the approver is asked only when diagnostics are
   * requested, never because a file changed; `"ask"`: asked at the first change of a file as well; `"trusted"`: started
   * without a question; `"off"`: none, and their tools are omitted.
   */
  readonly languageServers?: "off" | "on-request" | "ask" | "trusted" | LanguageServersOptions | undefined;
  /**
   * Parsers of tree-sitter, which find errors of syntax that an edit made: `"installed"` uses the grammars of npm
   * packages beside this library; an object adds grammars of the host. Needs the package `web-tree-sitter`. Default:
   * none.
   */
  readonly syntax?: "installed" | SyntaxOptions | undefined;
  /** Time at which the content of changed files is written to the disk; see {@link Durability}. Default `"full"`. */
  readonly durability?: Durability | undefined;
}

/** The backend for this machine: its file system and file locks, its shell, and ripgrep. */
export interface LocalBackend extends Backend {
  readonly guarantees: BackendGuarantees;
  readonly files: FileSystem;
  readonly locks: FileLocks;
  readonly intentLog: IntentLog;
  readonly trash: Trash;
  readonly approvals: ApprovalStore;
  readonly shell: LocalShell;
  readonly search: Search;
  readonly outputs?: OutputStore;
  readonly modules: ModuleLoader;
  readonly threads?: ThreadStore;
  readonly pages?: PageReader;
  readonly repositories?: Repositories;
  readonly syntax?: SyntaxCheck;
  readonly textThreads: TextThreads;
  readonly diagnostics?: Diagnostics;
  /** Ends every running command and language server. */
  dispose(): Promise<void>;
}

/** The methods of the ports that are loaded at their first use. */
const METHODS = {
  locks: { acquire: true } satisfies MethodsOf<FileLocks>,
  intentLog: { write: true, find: true, findForRead: true } satisfies MethodsOf<IntentLog>,
  approvals: { key: true, spend: true, isKept: true, keep: true } satisfies MethodsOf<ApprovalStore>,
  modules: { importModule: true } satisfies MethodsOf<ModuleLoader>,
  syntax: { errors: true } satisfies MethodsOf<SyntaxCheck>,
} as const;

type MethodsOf<Port> = Readonly<Record<keyof Port, true>>;

const LOCAL_BACKEND_OPTION_NAMES = {
  environment: true,
  shell: true,
  stateDirectory: true,
  outputs: true,
  threads: true,
  web: true,
  repositories: true,
  languageServers: true,
  syntax: true,
  durability: true,
} as const satisfies KeysOf<LocalBackendOptions>;

/** The names of the options of each part. */
const PART_NAMES = {
  outputs: {
    retentionMs: true,
    maxTotalBytes: true,
    maxOutputBytes: true,
    now: true,
  } satisfies KeysOf<Omit<LocalOutputStoreOptions, "stateDirectory">>,
  web: {
    ports: true,
    timeoutMs: true,
    idleTimeoutMs: true,
    maxTextBytes: true,
    cache: true,
    userAgent: true,
    resolve: true,
    connect: true,
  } satisfies KeysOf<LocalWebOptions>,
  repositories: { maxBytes: true, maxFiles: true, maxCopies: true, retentionMs: true } satisfies KeysOf<
    Omit<LocalRepositoriesOptions, "stateDirectory">
  >,
  threads: { now: true } satisfies KeysOf<Omit<LocalThreadStoreOptions, "stateDirectory">>,
} as const;

/**
 * Creates the backend that lets tools act on this machine.
 *
 * Does no work until used: the shell and ripgrep are looked up when the first command or search runs, and the
 * lock folder is created at the first change of a file.
 *
 * @example
 * const backend = localBackend({ environment: { inherit: "core", set: { CI: "1" } } });
 */
export function localBackend(options: LocalBackendOptions = {}): LocalBackend {
  requireOptions("localBackend", options, LOCAL_BACKEND_OPTION_NAMES);
  const { environment, stateDirectory, outputs = {}, web = {}, repositories = {} } = options;
  const { threads = {}, languageServers = "on-request", syntax, durability = "full" } = options;
  requireSyntaxOptions(syntax);
  requireKnownValue("durability", durability, DURABILITIES);
  const isPath = typeof stateDirectory === "string" && stateDirectory !== "";
  if (stateDirectory !== undefined && !isPath)
    throw new TypeError(
      `stateDirectory must be the path of a folder, but it is ${shownValue(stateDirectory)}.`,
    );
  const parts = { outputs, web, repositories, threads };
  for (const [name, value] of Object.entries(parts)) {
    if (value !== false) requireOptions(name, value, PART_NAMES[name as keyof typeof parts]);
  }
  const state = stateDirectory === undefined ? {} : { stateDirectory };
  const shell = localShell({ environment, ...options.shell });
  // This program runs git, not a model: a sandbox for commands would block the network and git's folder.
  const outside = options.shell?.writableRoots ?? [];
  const git = localShell({ environment, writableRoots: outside });
  const search = localSearch(() => findRipgrep(undefined, outside));
  const approvals = loadedLater<Required<ApprovalStore>>(async () => {
    const { localApprovals } = await import("./approvals/index.js");
    return localApprovals(state);
  }, METHODS.approvals);
  const servers =
    languageServers === "off"
      ? undefined
      : localLanguageServers(
          typeof languageServers === "string" ? { start: languageServers } : languageServers,
          { shell, search, answers: new KeptStarts({ ...state, approvals }) },
        );
  return withOwnPorts({
    name: "local",
    guarantees: {
      directories: "anchored",
      openFiles: "live",
      changes: "atomic",
      durability: durability === "rename" ? "unsynced" : "synced",
      locks: "machine",
      processes: "all",
    },
    files: localFileSystem(new FileSyncs(durability)),
    // An omitted directory means the default with its fallback; a chosen directory has no fallback.
    locks: loadedLater<FileLocks>(async () => {
      const { localFileLocks } = await import("./file-locks/index.js");
      return localFileLocks(state);
    }, METHODS.locks),
    intentLog: loadedLater<Required<IntentLog>>(async () => {
      const { localIntentLog } = await import("./intent-log/index.js");
      return localIntentLog({ ...state, isSynced: durability !== "rename" });
    }, METHODS.intentLog),
    trash: localTrash(state),
    approvals,
    shell,
    search,
    ...(outputs !== false && { outputs: localOutputStore({ ...outputs, ...state }) }),
    modules: loadedLater<ModuleLoader>(async () => {
      const { localModules } = await import("./modules/index.js");
      return localModules(shell);
    }, METHODS.modules),
    ...(threads !== false && { threads: localThreadStore({ ...threads, ...state }) }),
    ...(web !== false && { pages: localPages(web) }),
    ...(repositories !== false && { repositories: localRepositories(git, { ...repositories, ...state }) }),
    ...(syntax !== undefined && {
      syntax: loadedLater<SyntaxCheck>(async () => {
        const { localSyntax } = await import("./syntax/index.js");
        return localSyntax(syntax === "installed" ? {} : syntax);
      }, METHODS.syntax),
    }),
    textThreads: localTextThreads(),
    ...(servers !== undefined && { diagnostics: servers }),
    dispose: async () => {
      await servers?.dispose();
      await Promise.all([shell.dispose(), git.dispose()]);
    },
  });
}
