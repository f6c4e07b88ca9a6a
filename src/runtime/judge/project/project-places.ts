import {
  type DirectoryHandle,
  type FileLocation,
  type FileSystem,
  ignoreRejection,
} from "../../../contract/index.js";
import type { CertainCommand, ProjectPlace, ProjectUse } from "../../../permissions/index.js";
import type { RuntimeServices } from "../../services/index.js";
import { readBoundedFile } from "../read-bounded-file.js";
import { commandRepository } from "../repository/command-repository.js";
import { TASK_FILES, type TaskFile } from "./defined-tasks.js";

/** Largest file whose commands are read: far above any that a person wrote. */
const MAX_TASK_FILE_BYTES = 1_048_576;

/** Number of folders above a folder that are searched for the file of a project. */
const MAX_FOLDERS = 64;

type Need = ProjectUse["needs"][number];

/** Dependencies of the look-up. */
export interface ProjectDependencies extends Pick<RuntimeServices, "backend"> {
  /** The folder in which the text runs: real path. */
  readonly cwd: string;
  readonly locate: (path: string) => Promise<FileLocation | undefined>;
}

/** Finds the projects that the commands of a text use, for each folder that one of them may run in or names. */
export async function projectPlaces(
  commands: readonly CertainCommand[],
  dependencies: ProjectDependencies,
): Promise<readonly ProjectPlace[]> {
  const needsByFolder = new Map<string, Map<string, Need>>();
  for (const { project } of commands) {
    for (const folder of project?.folders ?? []) {
      const needs = needsByFolder.get(folder) ?? new Map<string, Need>();
      needsByFolder.set(folder, needs);
      for (const need of project?.needs ?? []) needs.set(`${need.file} ${need.task}`, need);
    }
    for (const { path } of project?.paths ?? []) {
      if (!needsByFolder.has(path)) needsByFolder.set(path, new Map());
    }
  }
  return Promise.all(
    [...needsByFolder].map(([folder, needs]) => placeOf(folder, [...needs.values()], dependencies)),
  );
}

async function placeOf(
  folder: string,
  needs: readonly Need[],
  { cwd, locate, backend }: ProjectDependencies,
): Promise<ProjectPlace> {
  // Not normalised: after a symlink `..` is another folder.
  const requested = folder === "" || /^(?:\/|~(?:\/|$))/.test(folder) ? folder || cwd : `${cwd}/${folder}`;
  const located = await locate(requested);
  const named = located?.path ?? requested;
  const isFile = located?.stat?.type === "file";
  const path = isFile && backend !== undefined ? backend.files.path.dirname(named) : named;
  const repository = await commandRepository(path, locate);
  const found: ProjectPlace["found"][number][] = [];
  for (const need of needs) {
    const at = backend === undefined ? undefined : await folderOf(need, path, backend.files);
    if (at !== undefined) found.push({ ...need, path: at });
  }
  return { folder, path, ...(repository !== undefined && { repository }), found };
}

/** Returns the folder of the file that a command needs, or `undefined` if there is none, or it does not define the command. */
async function folderOf(need: Need, start: string, files: FileSystem): Promise<string | undefined> {
  const climbs = taskFile(need)?.climbs ?? true;
  let current = start;
  for (let looked = 0; looked < MAX_FOLDERS; looked += 1) {
    try {
      const directory = await files.openDirectory(current);
      try {
        const meets = await meetsNeed(directory, need);
        if (meets !== undefined) return meets ? current : undefined;
      } finally {
        await directory.close();
      }
    } catch (thrown) {
      // A folder or file that cannot be read defines nothing.
      ignoreRejection(thrown);
      return undefined;
    }
    const parent = files.path.dirname(current);
    if (!climbs || parent === current) return undefined;
    current = parent;
  }
  return undefined;
}

/** Returns whether a folder contains what a command needs; `undefined` if the folders above may contain it. */
async function meetsNeed(directory: DirectoryHandle, { file, task }: Need): Promise<boolean | undefined> {
  if (task === undefined) return (await exists(directory, file)) || undefined;
  if (file === "node_modules/.bin") return (await exists(directory, `${file}/${task}`)) || undefined;
  const known = taskFile({ file });
  for (const name of known?.names ?? []) {
    if (!(await exists(directory, name))) continue;
    const text = new TextDecoder().decode(await readIn(directory, name));
    return task === "" || known?.tasksOf(text).includes(task) === true;
  }
  return undefined;
}

function taskFile({ file }: Pick<Need, "file">): TaskFile | undefined {
  return Object.hasOwn(TASK_FILES, file) ? TASK_FILES[file as keyof typeof TASK_FILES] : undefined;
}

/** Returns whether a folder contains a file; its name may contain the folders in it. */
async function exists(directory: DirectoryHandle, name: string): Promise<boolean> {
  return (
    (await below(directory, name, async (inner, last) => (await inner.stat(last)) !== undefined)) === true
  );
}

async function readIn(directory: DirectoryHandle, name: string): Promise<Uint8Array | undefined> {
  return below(directory, name, (inner, last) => readBoundedFile(inner, last, MAX_TASK_FILE_BYTES));
}

async function below<Result>(
  directory: DirectoryHandle,
  name: string,
  use: (directory: DirectoryHandle, name: string) => Promise<Result>,
): Promise<Result | undefined> {
  const slash = name.indexOf("/");
  if (slash === -1) return use(directory, name);
  const folder = name.slice(0, slash);
  if ((await directory.stat(folder))?.type !== "directory") return undefined;
  const inner = await directory.openDirectory(folder);
  try {
    return await below(inner, name.slice(slash + 1), use);
  } finally {
    await inner.close();
  }
}
