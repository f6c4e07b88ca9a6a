import * as path from "node:path";
import { AbortWatch } from "../../../batching/index.js";
import type {
  ChangeReport,
  Clock,
  DiagnosticsReport,
  DiagnosticsRequest,
  WarmingRequest,
} from "../../../contract/index.js";
import { ignoreRejection } from "../../../contract/index.js";
import { sortInSteps, systemClock } from "../../../values/index.js";
import { byPosition, isPackageFile } from "./connection/index.js";
import { filesAtPath, MAX_FOLDER_FILES } from "./files-at-path.js";
import {
  commandText,
  type LanguageServerDefinition,
  type ServerCommand,
  serverKey,
} from "./language-server-definition.js";
import type {
  LanguageServers,
  LanguageServersDependencies,
  LanguageServersOptions,
} from "./language-servers-options.js";
import { withinBudget } from "./request-budget.js";
import {
  BUILT_IN_SERVERS,
  type FileGroup,
  type FileSearch,
  isBelow,
  knownBelow,
  markReported,
  missingServers,
  NOTHING_CHANGED,
  NOTHING_KNOWN,
  refusalOf,
  reportOf,
  ServerFinder,
  ServerSlot,
  StartPermissions,
} from "./servers/index.js";

/** Largest number of running servers of one backend; the least recently used one is ended for the next. */
export const MAX_SERVERS = 6;

/**
 * Milliseconds that a change waits for a server that missed the budget of an earlier change and still has not
 * answered.
 */
export const LATE_BUDGET_MS = 100;

/** The language servers of projects that are running, and the search for others. */
export class ServerPool implements LanguageServers {
  readonly #clock: Clock;
  readonly #means: LanguageServersDependencies;
  readonly #finder: ServerFinder;
  readonly #start: NonNullable<LanguageServersOptions["start"]>;
  readonly #permissions = new StartPermissions();
  readonly #slots = new Map<string, ServerSlot>();
  readonly #aborts = new AbortWatch();
  #isDisposed = false;

  constructor(options: LanguageServersOptions, means: LanguageServersDependencies) {
    const { start = "ask", servers = [], builtIn } = options;
    const own = new Set(servers.map(({ name }) => name));
    const others: readonly LanguageServerDefinition[] = BUILT_IN_SERVERS.filter(
      ({ name }) => !own.has(name) && (builtIn === undefined || builtIn.includes(name)),
    );
    this.#start = start;
    this.#means = means;
    this.#clock = means.clock ?? systemClock;
    this.#finder = new ServerFinder([...servers, ...others], this.#clock);
  }

  async afterChange(paths: readonly string[], request: DiagnosticsRequest): Promise<ChangeReport> {
    const files = this.#known(paths);
    if (files.length === 0 || this.#isDisposed) return NOTHING_CHANGED;
    const until = this.#clock.now() + request.budgetMs;
    const groups = this.#groups(await this.#find(files, request));
    if (groups.length === 0) return NOTHING_CHANGED;
    await this.#ask(groups, { ...request, budgetMs: until - this.#clock.now() }, "changed");
    const elsewhere = groups.flatMap(({ round }) => round?.takeElsewhere() ?? []);
    const report = reportOf(groups);
    markReported(groups);
    return {
      ...report,
      elsewhere: await sortInSteps(
        elsewhere.flatMap(({ caused }) => caused),
        byPosition,
      ),
      unclear: await sortInSteps(
        elsewhere.flatMap(({ unclear }) => unclear),
        byPosition,
      ),
      problems: this.#failures(groups),
    };
  }

  async current(
    paths: readonly string[] | undefined,
    request: DiagnosticsRequest,
  ): Promise<DiagnosticsReport> {
    if (this.#isDisposed) return NOTHING_KNOWN;
    if (paths === undefined) return this.#everything(request);
    const scanned = await Promise.all(
      paths.map((location) =>
        filesAtPath(location, {
          signal: request.signal,
          // The servers need time as well.
          budgetMs: request.budgetMs / 2,
          extensions: this.#finder.extensions,
          search: this.#means.search,
          clock: this.#clock,
        }),
      ),
    );
    const files = this.#known(scanned.flatMap(({ files }) => files));
    const searches = await this.#find(files, request);
    const groups = this.#groups(searches);
    await this.#ask(groups, request, "inspected");
    const folders = scanned.flatMap(({ folder }) => (folder === undefined ? [] : [folder]));
    const report = reportOf(groups);
    markReported(groups);
    const besides = groups.flatMap((group) => knownBelow(folders, group));
    const incomplete = scanned.filter(({ isIncomplete }) => isIncomplete);
    return {
      ...report,
      diagnostics: await sortInSteps([...report.diagnostics, ...besides], byPosition),
      complete: report.complete && incomplete.length === 0 && searches.length === files.length,
      problems: [
        ...this.#failures(groups),
        ...this.#refusals(groups, request),
        ...missingServers(searches),
        ...incomplete.map(
          ({ folder }) =>
            `Only the first ${MAX_FOLDER_FILES} files of '${folder}' were checked. Ask about its subfolders separately.`,
        ),
      ],
    };
  }

  afterRead(paths: readonly string[], warming?: WarmingRequest): void {
    if (this.#isDisposed) return;
    const files = this.#known(paths);
    if (warming !== undefined && files.length > 0) ignoreRejection(this.#warm(files, warming));
    for (const file of files) {
      for (const { running, command } of this.#slots.values()) {
        const { root, definition } = command;
        const isItsOwn = isBelow(file, root) && Object.hasOwn(definition.languages, path.extname(file));
        if (running === undefined || !isItsOwn || running.server.documents.has(file)) continue;
        running.rounds.join({ inspected: [file] });
      }
    }
  }

  /** Starts the servers of files that may start without a question, and shows them the files. */
  async #warm(files: readonly string[], { roots, session, isAllowed }: WarmingRequest): Promise<void> {
    for (const file of files) {
      const search = await this.#finder.find(file, roots);
      if (search?.type !== "found" || this.#slots.get(serverKey(search))?.running !== undefined) continue;
      const key = serverKey(search);
      const mayStart =
        this.#start === "trusted" ||
        this.#permissions.isAllowed(key) ||
        (!this.#permissions.isRefused(key, session) &&
          (await isAllowed(commandText(search), this.#means.answers?.of(search))));
      if (!mayStart || this.#isDisposed) continue;
      const ready = await this.#slotOf(search).acquire();
      if (ready !== undefined && !ready.server.documents.has(file)) ready.rounds.join({ inspected: [file] });
    }
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.all([...this.#slots.values()].map((slot) => slot.close("it is no longer needed")));
    this.#slots.clear();
  }

  async #everything(request: DiagnosticsRequest): Promise<DiagnosticsReport> {
    const groups = [...this.#slots.values()].map((slot): FileGroup => ({ slot, files: [] }));
    const running = groups.filter(({ slot }) => slot.running !== undefined);
    await this.#ask(running, request, "inspected");
    const known = running.flatMap((group) => knownBelow(request.roots, group));
    return {
      ...reportOf(running),
      diagnostics: await sortInSteps(known, byPosition),
      problems: this.#failures(groups),
    };
  }

  #known(paths: readonly string[]): readonly string[] {
    return [...new Set(paths)].filter((file) => this.#finder.knows(file) && !isPackageFile(file));
  }

  /** Finds the servers of files. Omits those not found in time, for example on a network disk. */
  async #find(files: readonly string[], request: DiagnosticsRequest): Promise<readonly FileSearch[]> {
    const found: FileSearch[] = [];
    const finding = files.map(async (file) => {
      found.push({ file, search: await this.#finder.find(file, request.roots) });
    });
    await this.#within(request, Promise.all(finding));
    return [...found];
  }

  #groups(searches: readonly FileSearch[]): FileGroup[] {
    const groups = new Map<ServerSlot, FileGroup>();
    for (const { file, search } of searches) {
      if (search?.type !== "found") continue;
      const slot = this.#slotOf(search);
      const group = groups.get(slot) ?? { slot, files: [] };
      group.files.push(file);
      groups.set(slot, group);
    }
    return [...groups.values()];
  }

  #slotOf(command: ServerCommand): ServerSlot {
    const key = serverKey(command);
    let slot = this.#slots.get(key);
    if (slot === undefined) {
      this.#makeRoom();
      slot = new ServerSlot(command, { ...this.#means, clock: this.#clock });
      this.#slots.set(key, slot);
    }
    return slot;
  }

  #makeRoom(): void {
    if (this.#slots.size < MAX_SERVERS) return;
    const idle = [...this.#slots].filter(([, slot]) => !slot.isBusy);
    const [oldest] = idle.sort(([, first], [, second]) => first.usedAt - second.usedAt);
    if (oldest === undefined) return;
    this.#slots.delete(oldest[0]);
    void oldest[1].close("another project needs its slot");
  }

  /** Asks all servers concurrently and waits within the budget; slower answers continue in the background. */
  async #ask(
    groups: readonly FileGroup[],
    request: DiagnosticsRequest,
    what: "changed" | "inspected",
  ): Promise<void> {
    const unanswered = new Set(groups);
    const wereLate = groups.length > 0 && groups.every(({ slot }) => slot.isLate);
    const asking = groups.map(async (group) => {
      const { slot, files } = group;
      const mayRun = slot.running !== undefined || (await this.#mayStart(slot, request, what));
      const ready = mayRun ? await slot.acquire() : undefined;
      group.round = ready?.rounds.join({ [what]: files });
      await group.round?.over;
      slot.isLate = false;
    });
    const each = asking.map((asked, index) =>
      asked.finally(() => unanswered.delete(groups[index] as FileGroup)),
    );
    const impatient = wereLate && what === "changed";
    const budgetMs = impatient ? Math.min(LATE_BUDGET_MS, request.budgetMs) : request.budgetMs;
    await this.#within({ ...request, budgetMs }, Promise.all(each));
    if (!request.signal.aborted) for (const { slot } of unanswered) slot.isLate = true;
  }

  #within({ signal, budgetMs }: DiagnosticsRequest, work: Promise<unknown>): Promise<void> {
    return withinBudget(work, { signal, budgetMs, clock: this.#clock, aborts: this.#aborts });
  }

  async #mayStart({ command }: ServerSlot, request: DiagnosticsRequest, what: string): Promise<boolean> {
    if (this.#start === "trusted") return true;
    const isQuiet = this.#start === "on-request" && what === "changed";
    const question = {
      key: serverKey(command),
      command: commandText(command),
      kept: this.#means.answers?.of(command),
    };
    return this.#permissions[isQuiet ? "allows" : "ask"](question, request);
  }

  #failures(groups: readonly FileGroup[]): readonly string[] {
    return groups.map(({ slot }) => slot.problem).filter((problem) => problem !== undefined);
  }

  #refusals(groups: readonly FileGroup[], { session }: DiagnosticsRequest): readonly string[] {
    if (this.#start === "trusted") return [];
    return groups
      .filter(({ slot }) => this.#permissions.isRefused(serverKey(slot.command), session))
      .map(({ slot }) => refusalOf(slot));
  }
}
