import { type FileLocation, ignoreRejection, type ToolSession } from "../../contract/index.js";
import {
  type CommandPath,
  isExamined,
  type JudgedPath,
  loadCommandReader,
  readUnexaminedCommand,
} from "../../permissions/index.js";
import type { RuntimeServices } from "../services/index.js";
import type { CallFacts } from "./call-facts.js";
import { expandPattern } from "./expand-pattern.js";
import { projectPlaces } from "./project/project-places.js";
import { repositoryPlaces } from "./repository/repository-places.js";
import { type FolderReads, mayReadSecrets } from "./tree-secrets.js";

/**
 * Adds the files that a shell command names in operands and redirections to the facts of its call, with real paths.
 *
 * A word that may be a path counts if the path exists, if it would be a secret, and outside the roots also if it
 * could be created.
 */
export async function addCommandFacts(
  gathered: CallFacts,
  declared: { readonly command: string; readonly cwd: string },
  session: ToolSession,
  { workspace, backend, permissions }: Pick<RuntimeServices, "workspace" | "backend" | "permissions">,
): Promise<CallFacts> {
  const { language } = gathered.facts;
  const reading = isExamined(language)
    ? (await loadCommandReader())(declared.command)
    : readUnexaminedCommand(declared.command, language);
  const { shell } = backend ?? {};
  const locate = async (path: string, access: CommandPath["access"]) =>
    // The shell may write the paths of the file system differently: `/c/Users` of Git Bash is `C:\\Users`.
    workspace?.locate(shell?.nativePath?.(path) ?? path, session, {
      finalSymlink: access === "delete" ? "keep" : "follow",
    });
  const cwd = await locate(declared.cwd, "read");
  const lookups = new Map<string, Promise<boolean>>();
  const isSecret = async (path: string) => (await locate(path, "read"))?.secret !== false;
  const holdsSecrets = (folder: string, reads: FolderReads) => {
    const key = `${reads} ${folder}`;
    const lookup = lookups.get(key) ?? mayReadSecrets(folder, reads, { workspace, backend, isSecret });
    lookups.set(key, lookup);
    return lookup;
  };
  const start = cwd?.path ?? declared.cwd;
  const judge = (named: CommandPath) => judgedPath(named, start, locate, holdsSecrets);
  const certain = reading.certain ?? [];
  const usesProjects = permissions.allowsProjects === true;
  const ofProjects = usesProjects ? certain.flatMap(({ project }) => project?.paths ?? []) : [];
  const paths = (
    await Promise.all(
      [...(reading.paths ?? []), ...ofProjects].map((named) =>
        named.pattern === true
          ? judgedPattern(named, {
              ...{ start, judge, backend, isSecretName: workspace?.isSecretName },
              locate: (path) => locate(path, "read"),
            })
          : judge(named).then((path) => [path]),
      ),
    )
  ).flat();
  const repositories = await repositoryPlaces(certain, {
    cwd: cwd?.path ?? declared.cwd,
    locate: (path) => locate(path, "read"),
    workspace,
    backend,
  });
  const projects = usesProjects
    ? await projectPlaces(certain, { cwd: start, locate: (path) => locate(path, "read"), backend })
    : [];
  const judged = paths.filter((path) => path !== undefined);
  if (judged.some(({ walks }) => walks === true)) {
    for (const { repository } of repositories) {
      if (repository === undefined) continue;
      const { path, tracksSecrets } = repository;
      // Git prints data of the whole repository, regardless of the folder in it.
      judged.push({
        ...WHOLE_REPOSITORY,
        requested: path,
        path,
        ...(tracksSecrets && { secret: true, holdsSecrets: true }),
      });
    }
  }
  return {
    ...gathered,
    facts: {
      ...gathered.facts,
      paths: [...gathered.facts.paths, ...withoutRepetitions(judged)],
      commandCwd: cwd?.path ?? declared.cwd,
      patternsExpanded: true,
      ...(repositories.length > 0 && { commandRepositories: repositories }),
      ...(projects.length > 0 && { commandProjects: projects }),
    },
    // A command may follow any symlink.
    effects: { ...gathered.effects, leads: "any" },
    realCwd: (await locate(session.cwd, "read"))?.path ?? session.cwd,
    reading,
  };
}

/** Omits paths that were found twice, written in two ways (`file:///a` and `/a`): a question shows each path once. */
function withoutRepetitions<Path extends { readonly path: string }>(paths: readonly Path[]): readonly Path[] {
  const found = new Map<string, Path[]>();
  return paths.filter((each) => {
    const same = found.get(each.path) ?? [];
    if (same.some((other) => isSamePath(each, other))) return false;
    found.set(each.path, [...same, each]);
    return true;
  });
}

/** Returns whether two paths have the same properties, apart from how they were written. */
function isSamePath(one: object, other: object): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete("requested");
  return [...names].every((name) => Reflect.get(one, name) === Reflect.get(other, name));
}

/**
 * Path properties of a repository. If its folder lies above the roots, that is not a boundary: trusted folders decide
 * whether git may be used there.
 */
const WHOLE_REPOSITORY = {
  access: "read",
  insideRoots: true,
  protected: false,
  secret: false,
  walks: true,
  fromCommand: true,
} as const satisfies Partial<JudgedPath>;

/**
 * Judges every file that a pattern may stand for. If they are not known, the pattern counts as a folder with secrets. A value counts only if
 * a file with the name of a secret matches it.
 */
async function judgedPattern(
  named: CommandPath,
  {
    start,
    judge,
    backend,
    isSecretName,
    locate,
  }: {
    readonly start: string;
    readonly judge: (named: CommandPath) => Promise<JudgedPath | undefined>;
    readonly backend: RuntimeServices["backend"];
    readonly isSecretName: ((path: string) => boolean) | undefined;
    readonly locate: (path: string) => Promise<FileLocation | undefined>;
  },
): Promise<readonly (JudgedPath | undefined)[]> {
  const below = (path: string) => locate(/^(?:\/|~(?:\/|$))/.test(path) ? path : `${start}/${path}`);
  const expanded =
    backend === undefined
      ? undefined
      : await expandPattern(named.path, {
          files: backend.files,
          locate: below,
          enteredFolder: named.enteredFolder,
          keep: named.value === true ? (path) => isSecretName?.(`${start}/${path}`) !== false : undefined,
        });
  if (expanded !== undefined) return Promise.all(expanded.map((path) => judge({ ...named, path })));
  if (named.value === true) return [];
  const whole = await judge(named);
  return whole === undefined ? [] : [{ ...whole, secret: true, holdsSecrets: true }];
}

type Locate = (path: string, access: CommandPath["access"]) => Promise<FileLocation | undefined>;

async function judgedPath(
  { path, access: named, role, tree, whole, linked, narrowed, walks, copied, mayChange, value }: CommandPath,
  cwd: string,
  locate: Locate,
  holdsSecrets: (folder: string, reads: FolderReads) => Promise<boolean>,
): Promise<JudgedPath | undefined> {
  // Not normalised: after a symlink `..` is another folder.
  const requested = /^(?:\/|~(?:\/|$)|[A-Za-z]:[\\/])/.test(path) ? path : `${cwd}/${path}`;
  let location: FileLocation | undefined;
  try {
    location = await locate(requested, named);
  } catch (thrown) {
    ignoreRejection(thrown);
    // A path that cannot be looked up cannot be opened; an explicit path is asked about.
    if (role === "mention") return undefined;
  }
  // A name like `head` counts if such a file exists, or if the word is plainly a path.
  const isPath = location?.stat !== undefined || /(?:^|[\\/])\.|[\\/]/.test(path);
  const isChanged = mayChange === true && location?.protected === true && isPath;
  if (value === true && location?.secret !== true && !isChanged) return undefined;
  const access = isChanged ? "write" : named;
  const isProtected = access !== "read" && location?.protected === true;
  if (role === "mention" && !isProtected && !(await matters(location, locate))) return undefined;
  const isTree = location?.insideRoots === true && location.stat?.type === "directory";
  const takesAlong = copied === true && (await holdsProtected(location, locate));
  const folder = location?.path ?? requested;
  const reads =
    isTree &&
    // Links may lead to any file.
    (linked === true ||
      (whole === true && (await holdsSecrets(folder, "whole"))) ||
      (tree === true && (await holdsSecrets(folder, "shown"))) ||
      (narrowed === true && (await holdsSecrets(folder, "narrowed"))));
  return {
    requested: path,
    path: folder,
    // A copied file is written under another name.
    access: takesAlong ? "write" : access,
    insideRoots: location?.insideRoots === true || (access === "read" && location?.readable === true),
    protected: takesAlong || (location?.protected ?? false),
    secret: reads || (location?.secret ?? false),
    ...(reads && { holdsSecrets: true as const }),
    ...(walks === true && location?.stat?.type === "directory" && { walks: true as const }),
    fromCommand: true,
  };
}

/** Returns whether a folder is or contains a protected path, which a copy of it would be or contain as well. */
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
