import { type DirectoryHandle, type FileSystem, ignoreRejection } from "../../../contract/index.js";
import { readBoundedFile } from "../read-bounded-file.js";
import { isHarmlessConfig, MAX_CONFIG_BYTES } from "./git-config.js";
import { MAX_INDEX_BYTES, readIndex } from "./git-index.js";
import { hasOwnData } from "./own-data.js";

/** Repositories whose result is remembered. */
const MAX_REMEMBERED = 64;

/** Facts of a repository that decide whether commands that only read may run in it. */
export interface RepositorySurvey {
  /**
   * Whether git runs no program of the repository in it and reads no other one: its configuration has only harmless
   * settings, and it has no submodules, no objects elsewhere, no second folder for its data and no links in its own one.
   */
  readonly plain: boolean;
  /** Whether its index lists a file with the name of a secret, or could not be read. */
  readonly tracksSecrets: boolean;
}

const UNKNOWN: RepositorySurvey = { plain: false, tracksSecrets: true };

/** Dependencies of the survey. */
export interface SurveyDependencies {
  readonly files: FileSystem;
  /** Returns whether the name of a real path is that of a secret file. */
  readonly isSecretName: (path: string) => boolean;
}

interface Remembered {
  readonly key: string;
  readonly survey: RepositorySurvey;
}

const remembered = new WeakMap<FileSystem, Map<string, Remembered>>();

/**
 * Examines the repository in a folder: its configuration and its index. The result is remembered until one of them changes.
 *
 * @param folder - real path of the folder with `.git`
 */
export async function surveyRepository(
  folder: string,
  { files, isSecretName }: SurveyDependencies,
): Promise<RepositorySurvey> {
  try {
    const data = await dataFolder(files, folder);
    if (data === undefined) return UNKNOWN;
    const directory = await files.openDirectory(data.path);
    try {
      const key = await keyOf(directory);
      const known = remembered.get(files) ?? new Map<string, Remembered>();
      remembered.set(files, known);
      const last = known.get(folder);
      const isOwn = data.own && (await hasOwnData(directory));
      if (last?.key === key) return { ...last.survey, plain: last.survey.plain && isOwn };
      const survey = await look(directory, (path) => isSecretName(files.path.join(folder, path)));
      if (known.size >= MAX_REMEMBERED) known.clear();
      known.set(folder, { key, survey });
      return { ...survey, plain: survey.plain && isOwn };
    } finally {
      await directory.close();
    }
  } catch (thrown) {
    // A repository that cannot be read is not known.
    ignoreRejection(thrown);
    return UNKNOWN;
  }
}

/** Returns the folder with the data of a repository, and whether it is `.git` itself, not one that a file `.git` names. */
async function dataFolder(
  files: FileSystem,
  folder: string,
): Promise<{ readonly path: string; readonly own: boolean } | undefined> {
  const directory = await files.openDirectory(folder);
  try {
    const type = (await directory.stat(".git"))?.type;
    if (type === "directory") return { path: files.path.join(folder, ".git"), own: true };
    if (type !== "file") return undefined;
    const text = new TextDecoder().decode(await readBoundedFile(directory, ".git", MAX_CONFIG_BYTES));
    const named = /^gitdir: ([^\n]+)\n?$/.exec(text)?.[1];
    if (named === undefined) return undefined;
    const path = files.path.isAbsolute(named) ? named : files.path.join(folder, named);
    return { path: (await files.resolve(path)).path, own: false };
  } finally {
    await directory.close();
  }
}

async function keyOf(directory: DirectoryHandle): Promise<string> {
  const stats = await Promise.all(
    ["config", "index", "commondir", "config.worktree"].map((name) => directory.stat(name)),
  );
  return stats
    .map((stat) =>
      stat === undefined ? "-" : `${stat.identity} ${stat.size} ${stat.modifiedAtMs} ${stat.changedAtMs}`,
    )
    .join(";");
}

async function look(
  directory: DirectoryHandle,
  isSecret: (path: string) => boolean,
): Promise<RepositorySurvey> {
  const hasIndex = (await directory.stat("index")) !== undefined;
  let tracksRepositories = false;
  let tracksSecrets = false;
  const isRead =
    !hasIndex ||
    (await readIndex(await readBoundedFile(directory, "index", MAX_INDEX_BYTES), ({ path, isRepository }) => {
      tracksRepositories ||= isRepository;
      tracksSecrets ||= isSecret(path);
    }));
  // Without one, `.git` is not a repository, and git searches the folders above.
  const hasConfig = (await directory.stat("config")) !== undefined;
  const config = hasConfig ? await readBoundedFile(directory, "config", MAX_CONFIG_BYTES) : undefined;
  const isShared = (await directory.stat("commondir")) !== undefined;
  return {
    plain:
      isRead &&
      !tracksRepositories &&
      !isShared &&
      config !== undefined &&
      isHarmlessConfig(new TextDecoder().decode(config)),
    tracksSecrets: tracksSecrets || !isRead,
  };
}
