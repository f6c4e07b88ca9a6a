import { type CallProfile, directoryKey, fileKey, profileOfKeys } from "../batching/index.js";
import {
  type AnyTool,
  describeThrown,
  type FileLocation,
  type PathFact,
  type PathLookup,
  type ResourceKey,
  type ToolFacts,
  type ToolSession,
} from "../contract/index.js";
import type { CommandReading, JudgedFacts } from "../permissions/index.js";
import { addCommandFacts } from "./command-facts.js";
import type { RuntimeServices } from "./runtime-services.js";

/** What a call touches, with real paths: what permission judges and what the scheduler compares. */
export interface CallFacts {
  readonly facts: JudgedFacts & { readonly paths: NonNullable<JudgedFacts["paths"]> };
  /** The session's working directory with its symlinks resolved, as the paths are. */
  readonly realCwd: string;
  readonly profile: CallProfile;
  /** What was read of the shell command, where there is one. */
  readonly reading?: CommandReading;
}

/** Kinds whose bare path facts mean that the path is changed. */
const ACCESS_BY_KIND: Partial<Record<AnyTool["kind"], PathFact["access"]>> = {
  edit: "write",
  move: "write",
  delete: "delete",
  execute: "write",
  other: "write",
};

/**
 * Asks the tool what a call touches and finds out where the paths really lead; answers at once when there are none.
 *
 * Throws (or rejects with) what the tool's `facts` throws and what a path that cannot be judged throws: such a call must
 * not go on. A `resourceKeys` that throws or answers nonsense only makes the call conflict with every other.
 */
export function gatherCallFacts(
  tool: AnyTool,
  input: unknown,
  session: ToolSession,
  services: Pick<RuntimeServices, "workspace" | "executor">,
): CallFacts | Promise<CallFacts> {
  const environment = { cwd: session.cwd };
  const declared: ToolFacts = tool.facts?.(input, environment) ?? {};
  const profile = declaredProfile(tool, input, environment);
  const facts = {
    paths: [],
    ...(declared.command !== undefined && { command: declared.command }),
    ...(declared.hosts !== undefined && { hosts: declared.hosts }),
  };
  const gathered =
    !declared.paths?.length && !namesPaths(profile)
      ? { facts, profile, realCwd: session.cwd }
      : locateCallFacts({ tool, session, facts, profile, paths: declared.paths ?? [] }, services);
  const { command, cwd = session.cwd } = declared;
  if (command === undefined) return gathered;
  return Promise.resolve(gathered).then((found) =>
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
  },
  services: Pick<RuntimeServices, "workspace" | "executor">,
): Promise<CallFacts> {
  const { tool, session, facts, profile } = found;
  const locate = cachedLocate(session, services);
  const paths = await Promise.all(
    found.paths.map(async (fact) => {
      const { path: requested, access } =
        typeof fact === "string" ? { path: fact, access: ACCESS_BY_KIND[tool.kind] ?? "read" } : fact;
      // Who deletes or moves a symlink takes away the name, not what it leads to.
      const location = await locate(requested, { finalSymlink: access === "delete" ? "keep" : "follow" });
      const path = location?.path ?? requested;
      const isStoredOutput =
        location?.readable === true || services.executor.ownsOutput?.(path, session) === true;
      return {
        requested,
        access,
        path,
        // Without a workspace nothing vouches for a path.
        insideRoots: location?.insideRoots === true || (access === "read" && isStoredOutput),
        protected: location?.protected ?? false,
        secret: location?.secret ?? false,
      };
    }),
  );
  return {
    facts: { ...facts, paths },
    profile: await canonicalProfile(tool, profile, locate),
    realCwd: await realCwdOf(session.cwd, paths, locate),
  };
}

/** Where patterns of rules start. */
async function realCwdOf(
  cwd: string,
  paths: readonly { readonly requested: string; readonly path: string }[],
  locate: Locate,
): Promise<string> {
  // Without a path nobody asks where it leads.
  if (paths.length === 0) return cwd;
  const start = `${cwd}/`;
  // A path below it that leads where it says has no symlink on its way, so neither has the folder.
  const leadsThere = paths.some(
    ({ requested, path }) => path.startsWith(start) && (path === requested || path === start + requested),
  );
  return leadsThere ? cwd : ((await locate(cwd))?.path ?? cwd);
}

type Locate = (path: string, lookup?: PathLookup) => Promise<FileLocation> | undefined;

/** Facts and keys of one call name the same paths; each is looked up once. */
function cachedLocate(session: ToolSession, { workspace }: Pick<RuntimeServices, "workspace">): Locate {
  const known = new Map<string, Promise<FileLocation>>();
  return (path, { finalSymlink = "follow" } = {}) => {
    if (workspace === undefined) return undefined;
    // No path holds a NUL character.
    const key = `${finalSymlink}\0${path}`;
    let location = known.get(key);
    if (location === undefined) {
      location = workspace.locate(path, session, { finalSymlink });
      known.set(key, location);
    }
    return location;
  };
}

/** The profile as the tool declares it, paths in whatever spelling. */
function declaredProfile(tool: AnyTool, input: unknown, environment: { readonly cwd: string }): CallProfile {
  const { executionProfile } = tool;
  if (executionProfile === undefined)
    return { keys: "all", reason: `${tool.name} does not say what it touches` };
  if (executionProfile.serial) return { keys: "all", reason: `${tool.name} runs alone` };
  // A tool that is not serial and names no keys says that it touches nothing that others could touch.
  if (executionProfile.resourceKeys === undefined) return { keys: [] };
  try {
    return profileOfKeys(executionProfile.resourceKeys(input, environment), tool.name);
  } catch (thrown) {
    return unknownKeys(tool, thrown);
  }
}

function namesPaths(profile: CallProfile): boolean {
  return profile !== "all" && profile.keys !== "all" && profile.keys.some(isPathKey);
}

async function canonicalProfile(tool: AnyTool, profile: CallProfile, locate: Locate): Promise<CallProfile> {
  if (profile === "all" || profile.keys === "all") return profile;
  try {
    return { keys: await Promise.all(profile.keys.map((key) => canonicalKey(key, locate))) };
  } catch (thrown) {
    return unknownKeys(tool, thrown);
  }
}

function unknownKeys(tool: AnyTool, thrown: unknown): CallProfile {
  return { keys: "all", reason: `the resource keys of ${tool.name} failed: ${describeThrown(thrown)}` };
}

const PATH_LIKE_KEY = /^(?:\/|\.{1,2}\/|~\/|[a-zA-Z]:[\\/])/;

function isPathKey(key: ResourceKey): boolean {
  return pathOfKey(key) !== undefined;
}

/** The path a key stands for; `undefined` for keys that are not about files. */
function pathOfKey({ key }: ResourceKey): string | undefined {
  if (key.startsWith("file:")) return key.slice("file:".length);
  if (key.startsWith("directory:")) return key.slice("directory:".length);
  return PATH_LIKE_KEY.test(key) ? key : undefined;
}

async function canonicalKey(key: ResourceKey, locate: Locate): Promise<ResourceKey> {
  const requested = pathOfKey(key);
  if (requested === undefined) return key;
  const location = await locate(requested);
  const path = location?.path ?? requested;
  if (key.scope === "subtree" || key.key.startsWith("directory:"))
    return directoryKey(path, key.mode, key.scope);
  // Whoever reads or replaces a directory under the key of a file depends on what lies below it.
  return location?.stat?.type === "directory"
    ? directoryKey(path, key.mode, "subtree")
    : fileKey(path, key.mode);
}
