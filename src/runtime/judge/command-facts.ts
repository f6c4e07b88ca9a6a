import { type FileLocation, ignoreRejection, type ToolSession } from "../../contract/index.js";
import { type CommandPath, type JudgedPath, loadCommandReader } from "../../permissions/index.js";
import type { RuntimeServices } from "../services/index.js";
import type { CallFacts } from "./call-facts.js";
import { commandRepository } from "./command-repository.js";
import { mayReadSecrets } from "./tree-secrets.js";

/**
 * Adds what a shell command names to the facts of its call: the files of its operands and redirections, with real paths.
 *
 * A word that only may be a path counts when something is there, when it would be a secret, and out of the roots also when
 * something could be made there.
 */
export async function addCommandFacts(
  gathered: CallFacts,
  declared: { readonly command: string; readonly cwd: string },
  session: ToolSession,
  { workspace, backend }: Pick<RuntimeServices, "workspace" | "backend">,
): Promise<CallFacts> {
  const read = await loadCommandReader();
  const reading = read(declared.command);
  const locate = async (path: string, access: CommandPath["access"]) =>
    workspace?.locate(path, session, { finalSymlink: access === "delete" ? "keep" : "follow" });
  const cwd = await locate(declared.cwd, "read");
  const looked = new Map<string, Promise<boolean>>();
  const isSecret = async (path: string) => (await locate(path, "read"))?.secret !== false;
  const holdsSecrets = (folder: string, reads: "whole" | "narrowed") => {
    const key = `${reads} ${folder}`;
    const look = looked.get(key) ?? mayReadSecrets(folder, reads, { workspace, backend, isSecret });
    looked.set(key, look);
    return look;
  };
  const paths = await Promise.all(
    (reading.paths ?? []).map((named) => judgedPath(named, cwd?.path ?? declared.cwd, locate, holdsSecrets)),
  );
  const usesRepository = reading.certain?.some(({ effect }) => effect === "reads-repository") === true;
  const repository = usesRepository
    ? await commandRepository(cwd?.path ?? declared.cwd, (path) => locate(path, "read"))
    : undefined;
  const judged = paths.filter((path) => path !== undefined);
  if (repository !== undefined && judged.some(({ walks }) => walks === true)) {
    // What git prints is of the whole repository, wherever in it the command runs.
    judged.push({ ...WHOLE_REPOSITORY, requested: repository.path, path: repository.path });
  }
  return {
    ...gathered,
    facts: {
      ...gathered.facts,
      paths: [...gathered.facts.paths, ...judged],
      commandCwd: cwd?.path ?? declared.cwd,
      ...(repository !== undefined && { commandRepository: repository }),
    },
    // A command may go through any symlink.
    effects: { ...gathered.effects, leads: "any" },
    realCwd: (await locate(session.cwd, "read"))?.path ?? session.cwd,
    reading,
  };
}

/** The folder of a repository above the roots is no boundary: whether git may be used there is decided by who trusts it. */
const WHOLE_REPOSITORY = {
  access: "read",
  insideRoots: true,
  protected: false,
  secret: false,
  walks: true,
  fromCommand: true,
} as const satisfies Partial<JudgedPath>;

type Locate = (path: string, access: CommandPath["access"]) => Promise<FileLocation | undefined>;

async function judgedPath(
  { path, access: named, role, tree, narrowed, walks, copied, mayChange }: CommandPath,
  cwd: string,
  locate: Locate,
  holdsSecrets: (folder: string, reads: "whole" | "narrowed") => Promise<boolean>,
): Promise<JudgedPath | undefined> {
  // Not made shorter: behind a symlink `..` is another folder.
  const requested = /^(?:\/|~(?:\/|$)|[A-Za-z]:[\\/])/.test(path) ? path : `${cwd}/${path}`;
  let location: FileLocation | undefined;
  try {
    location = await locate(requested, named);
  } catch (thrown) {
    ignoreRejection(thrown);
    // No path can be opened that cannot be looked up; what is meant to be one is asked about.
    if (role === "mention") return undefined;
  }
  // A name like `head` counts where such a file is, or the word is plainly a path.
  const isPlace = location?.stat !== undefined || /(?:^|[\\/])\.|[\\/]/.test(path);
  const isChanged = mayChange === true && location?.protected === true && isPlace;
  const access = isChanged ? "write" : named;
  const isProtected = access !== "read" && location?.protected === true;
  if (role === "mention" && !isProtected && !(await matters(location, locate))) return undefined;
  const isTree = location?.insideRoots === true && location.stat?.type === "directory";
  const takesAlong = copied === true && (await holdsProtected(location, locate));
  const folder = location?.path ?? requested;
  const reads =
    isTree &&
    ((tree === true && (await holdsSecrets(folder, "whole"))) ||
      (narrowed === true && (await holdsSecrets(folder, "narrowed"))));
  return {
    requested: path,
    path: folder,
    // What is copied is written under another name.
    access: takesAlong ? "write" : access,
    insideRoots: location?.insideRoots === true || (access === "read" && location?.readable === true),
    protected: takesAlong || (location?.protected ?? false),
    secret: reads || (location?.secret ?? false),
    ...(reads && { holdsSecrets: true as const }),
    ...(walks === true && location?.stat?.type === "directory" && { walks: true as const }),
    fromCommand: true,
  };
}

/** Whether a folder is or holds a protected place, which a copy of it would be or hold as well. */
async function holdsProtected(location: FileLocation | undefined, locate: Locate): Promise<boolean> {
  if (location?.stat?.type !== "directory") return false;
  return (await locate(location.path, "delete"))?.protected === true;
}

async function matters(location: FileLocation | undefined, locate: Locate): Promise<boolean> {
  if (location === undefined) return false;
  if (location.secret || location.stat !== undefined) return true;
  if (location.insideRoots) return false;
  const parent = /^(.+)[\\/][^\\/]+$/.exec(location.path)?.[1];
  if (parent === undefined) return false;
  try {
    return (await locate(parent, "read"))?.stat?.type === "directory";
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}
