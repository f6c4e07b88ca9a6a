import { type CallProfile, profileOfKeys } from "../../batching/index.js";
import {
  type AnyTool,
  describeThrown,
  type FileLocation,
  type FileSystem,
  ignoreRejection,
  type PathFact,
  type ResourceKey,
  type ToolFacts,
  type ToolSession,
} from "../../contract/index.js";
import { loadOnce, pathFolding } from "../../values/index.js";
import { atOnce } from "../host/at-once.js";
import { type RuntimeServices, toolEnvironment } from "../services/index.js";
import type { CallFacts } from "./call-facts.js";
import {
  canonicalKeys,
  type KeySource,
  type Locate,
  namesPaths,
  pathOfKey,
  relativePathKey,
  withoutRepeats,
  writtenPathOf,
} from "./canonical-keys.js";
import { NO_PATH_EFFECTS, type PathEffects } from "./moving-names.js";
import { rememberingLocate } from "./remembering-locate.js";
import { toolFacts, type UnlocatedFacts } from "./tool-facts.js";

const loadCommandFacts = loadOnce(() => import("./command-facts.js"));

/** Characters of a refused resource key in a reason. */
const MAX_SHOWN_KEY = 60;

/** Characters of a path that could not be looked up in a reason. */
const MAX_SHOWN_PATH = 200;

/** Access that a bare path fact implies for tools of a kind that changes paths. */
const ACCESS_BY_KIND: Partial<Record<AnyTool["kind"], PathFact["access"]>> = {
  edit: "write",
  move: "write",
  delete: "delete",
  execute: "write",
  other: "write",
};

/**
 * Asks the tool which resources a call touches and resolves their paths; returns synchronously if there are none.
 *
 * Throws or rejects with the error of the tool's `facts` or of a path that cannot be judged: such a call must not
 * continue. If `resourceKeys` throws or returns an invalid value, the call only conflicts with every other.
 */
export function gatherCallFacts(
  tool: AnyTool,
  input: unknown,
  session: ToolSession,
  services: Pick<RuntimeServices, "workspace" | "executor" | "backend" | "permissions">,
): CallFacts | Promise<CallFacts> {
  const environment = toolEnvironment(session, services.backend);
  const declared = toolFacts(tool, input, environment);
  const gathered = gatherDeclared(declared, { tool, input, session }, services);
  const { kind } = declared;
  if (kind === undefined || kind === tool.kind) return gathered;
  return gathered instanceof Promise ? gathered.then((found) => ({ ...found, kind })) : { ...gathered, kind };
}

function gatherDeclared(
  declared: UnlocatedFacts,
  {
    tool,
    input,
    session,
  }: { readonly tool: AnyTool; readonly input: unknown; readonly session: ToolSession },
  services: Pick<RuntimeServices, "workspace" | "executor" | "backend" | "permissions">,
): CallFacts | Promise<CallFacts> {
  const environment = toolEnvironment(session, services.backend);
  const profile = declaredProfile(tool, input, environment);
  // A command without a language runs in that of the shell, so it is judged as such.
  const language =
    declared.language ?? (declared.command === undefined ? undefined : environment.shellLanguage);
  const facts = {
    paths: [],
    command: declared.command,
    language,
    hosts: declared.hosts,
    unknownPaths: declared.unknownPaths,
  };
  const gathered =
    !declared.paths?.length && !namesPaths(profile)
      ? {
          facts,
          profile,
          realCwd: session.cwd,
          effects: effectsWithoutPaths(profile, services.workspace?.backend.files),
        }
      : locateCallFacts(
          { tool, session, facts, profile, paths: declared.paths ?? [], isDerived: declared.isDerived },
          services,
        );
  const { command, cwd = session.cwd } = declared;
  if (command === undefined) return gathered;
  return Promise.all([gathered, loadCommandFacts()]).then(([found, { addCommandFacts }]) =>
    addCommandFacts(found, { command, cwd }, session, services),
  );
}

async function locateCallFacts(
  found: {
    readonly tool: AnyTool;
    readonly session: ToolSession;
    readonly facts: CallFacts["facts"];
    readonly profile: CallProfile;
    readonly paths: NonNullable<ToolFacts["paths"]>;
    readonly isDerived: boolean;
  },
  services: Pick<RuntimeServices, "workspace" | "executor" | "backend" | "permissions">,
): Promise<CallFacts> {
  const { tool, session, facts, profile, isDerived } = found;
  const notFound: string[] = [];
  const { locate, located } = rememberingLocate(session, services);
  const renamed = renamedPaths(tool, found.paths);
  const paths = await allInOrder(
    found.paths.map(async (fact) => {
      const { path: requested, access } =
        typeof fact === "string" ? { path: fact, access: ACCESS_BY_KIND[tool.kind] ?? "read" } : fact;
      // A call that deletes or moves a symlink removes the name, not its target.
      const looking = locate(requested, { finalSymlink: access === "delete" ? "keep" : "follow" });
      // A derived path may be any text, so a failed look-up must not end the call.
      const skip = (thrown: unknown) => {
        ignoreRejection(thrown);
        notFound.push(requested);
      };
      const found = isDerived ? looking?.catch(skip) : looking;
      const location = (await found) ?? undefined;
      const path = location?.path ?? requested;
      const isStoredOutput = location?.readable === true || ownsOutput(services.executor, path, session);
      return {
        requested,
        access,
        path,
        // Without a workspace no path that a tool declares counts as inside the roots.
        insideRoots: (location?.insideRoots ?? isDerived) || (access === "read" && isStoredOutput),
        protected: location?.protected ?? false,
        secret: location?.secret ?? false,
      };
    }),
  );
  const files = services.workspace?.backend.files;
  const source: KeySource = { locate, files, renamed };
  const realCwd = await realCwdOf(session.cwd, paths, locate);
  return {
    facts: { ...facts, ...notLocated(notFound), paths },
    realCwd,
    profile: await canonicalProfile(tool, profile, source),
    effects: pathEffects(profile, renamed, await located(), files),
  };
}

function notLocated([path]: readonly string[]): Pick<CallFacts["facts"], "unknownPaths"> {
  if (path === undefined) return {};
  return { unknownPaths: `${JSON.stringify(path.slice(0, MAX_SHOWN_PATH))} could not be looked up` };
}

/**
 * Returns all values, or the failure of the first promise in order that failed: which lookup ends first differs from
 * run to run.
 */
async function allInOrder<Value>(promises: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(promises);
  const values: Value[] = [];
  for (const promise of promises) values.push(await promise);
  return values;
}

/** Returns the paths whose names a call that deletes or moves may change: any path that it writes. */
function renamedPaths(tool: AnyTool, facts: NonNullable<ToolFacts["paths"]>): ReadonlySet<string> {
  const accesses = facts.map((fact) =>
    typeof fact === "string" ? { path: fact, access: ACCESS_BY_KIND[tool.kind] ?? "read" } : fact,
  );
  if (accesses.every(({ access }) => access !== "delete")) return new Set();
  return new Set(accesses.filter(({ access }) => access !== "read").map(({ path }) => path));
}

function effectsWithoutPaths(
  profile: CallProfile,
  files: Pick<FileSystem, "caseSensitive"> | undefined,
): PathEffects {
  if (profile === "all" || profile.keys === "all") return { leads: [], renames: "any" };
  const renames = profile.keys.flatMap(movedName);
  return renames.length === 0 ? NO_PATH_EFFECTS : { leads: [], renames: renames.map(pathFolding(files)) };
}

/** Returns the path that is the whole key of everything below it, if the call writes: such a call may move it. */
function movedName(key: ResourceKey): readonly string[] {
  const path = key.mode === "write" && key.scope === "subtree" ? writtenPathOf(key) : undefined;
  return path === undefined ? [] : [path];
}

function touchesEverything(profile: CallProfile): boolean {
  return profile === "all" || profile.keys === "all";
}

function pathEffects(
  profile: CallProfile,
  renamed: ReadonlySet<string>,
  located: readonly FileLocation[],
  files: Pick<FileSystem, "path" | "caseSensitive"> | undefined,
): PathEffects {
  const fold = pathFolding(files);
  const leads = new Set<string>();
  const renames = new Set<string>();
  const [written, rewritten] = [new Set<string>(), new Set(renamed)];
  for (const key of profile === "all" || profile.keys === "all" ? [] : profile.keys) {
    if (key.mode !== "write") continue;
    const path = pathOfKey(key);
    for (const name of movedName(key)) renames.add(fold(name));
    if (path !== undefined) (key.scope === "subtree" ? rewritten : written).add(path);
  }
  for (const { requested, path, links = [], stat } of located) {
    for (const lead of [path, ...links]) leads.add(fold(lead));
    if (rewritten.has(requested)) renames.add(fold(path));
    // Creating a file ends all paths that go through its name.
    else if (stat === undefined && written.has(requested)) renames.add(fold(path) + (files?.path.sep ?? "/"));
  }
  return { leads: [...leads], renames: touchesEverything(profile) ? "any" : [...renames] };
}

/**
 * Returns whether an output belongs to the executor. An executor that fails owns nothing: the path is then judged
 * like any other.
 */
function ownsOutput(executor: RuntimeServices["executor"], path: string, session: ToolSession): boolean {
  try {
    return atOnce(executor.ownsOutput?.(path, session)) === true;
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}

/** Returns the folder that patterns of rules start from. */
async function realCwdOf(
  cwd: string,
  paths: readonly { readonly requested: string; readonly path: string }[],
  locate: Locate,
): Promise<string> {
  // Without paths the lookup is not needed.
  if (paths.length === 0) return cwd;
  const start = `${cwd}/`;
  // If a path below the folder leads to itself, there is no symlink on its way, so the folder contains none either.
  const leadsThere = paths.some(
    ({ requested, path }) => path.startsWith(start) && (path === requested || path === start + requested),
  );
  return leadsThere ? cwd : ((await locate(cwd))?.path ?? cwd);
}

/** Returns the profile as the tool declares it, with paths as spelled. */
function declaredProfile(tool: AnyTool, input: unknown, environment: { readonly cwd: string }): CallProfile {
  const { executionProfile } = tool;
  if (executionProfile === undefined)
    return { keys: "all", reason: `${tool.name} does not declare the resources it touches` };
  if (executionProfile.serial) return { keys: "all", reason: `${tool.name} runs alone` };
  // A tool that is not serial and names no keys declares that it touches nothing that others could touch.
  if (executionProfile.resourceKeys === undefined) return { keys: [] };
  try {
    const profile = profileOfKeys(atOnce(executionProfile.resourceKeys(input, environment)), tool.name);
    const relative = relativePathKey(profile);
    return relative === undefined ? profile : refusedKey(tool, relative);
  } catch (thrown) {
    return unknownKeys(tool, thrown);
  }
}

async function canonicalProfile(
  tool: AnyTool,
  profile: CallProfile,
  source: KeySource,
): Promise<CallProfile> {
  if (profile === "all" || profile.keys === "all") return profile;
  try {
    const keys = await Promise.all(profile.keys.map((key: ResourceKey) => canonicalKeys(key, source)));
    return { keys: withoutRepeats(keys.flat()) };
  } catch (thrown) {
    return unknownKeys(tool, thrown);
  }
}

function refusedKey(tool: AnyTool, key: string): CallProfile {
  const shown = key.slice(0, MAX_SHOWN_KEY);
  return {
    keys: "all",
    reason: `the resource key ${JSON.stringify(shown)} of ${tool.name} is neither a path nor a name: write ${JSON.stringify(`file:${shown}`)} for a file`,
  };
}

function unknownKeys(tool: AnyTool, thrown: unknown): CallProfile {
  return { keys: "all", reason: `the resource keys of ${tool.name} failed: ${describeThrown(thrown)}` };
}
