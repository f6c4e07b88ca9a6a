import type { FileLocation } from "../../../contract/index.js";
import type { CertainCommand, RepositoryPlace } from "../../../permissions/index.js";
import type { RuntimeServices } from "../../services/index.js";
import { commandRepository } from "./command-repository.js";
import { surveyRepository } from "./survey-repository.js";

/** Dependencies of the look-up. */
export interface PlaceDependencies extends Pick<RuntimeServices, "workspace" | "backend"> {
  /** The folder in which the text runs: real path. */
  readonly cwd: string;
  readonly locate: (path: string) => Promise<FileLocation | undefined>;
}

/** A folder in which a command uses git; the repository there may contain secrets. */
export interface SurveyedPlace extends RepositoryPlace {
  readonly repository?: NonNullable<RepositoryPlace["repository"]> & {
    /** Whether it may contain files with the names of secrets. */
    readonly tracksSecrets: boolean;
  };
}

/** Finds the repositories that the git commands of a text use, for each folder that one of them may run in. */
export async function repositoryPlaces(
  commands: readonly CertainCommand[],
  dependencies: PlaceDependencies,
): Promise<readonly SurveyedPlace[]> {
  const folders = new Set(
    commands.flatMap(({ effect, folders: named = [""] }) =>
      effect === "reads-repository" || effect === "reads-account" ? named : [],
    ),
  );
  return Promise.all([...folders].map((folder) => placeOf(folder, dependencies)));
}

async function placeOf(
  folder: string,
  { cwd, locate, workspace, backend }: PlaceDependencies,
): Promise<SurveyedPlace> {
  // Not normalised: after a symlink `..` is another folder.
  const requested = folder === "" || /^(?:\/|~(?:\/|$))/.test(folder) ? folder || cwd : `${cwd}/${folder}`;
  const path = (await locate(requested))?.path ?? requested;
  const found = await commandRepository(path, locate);
  if (found === undefined) return { folder, path };
  const isSecretName = workspace?.isSecretName;
  const isInside = (await locate(found.path))?.insideRoots === true;
  const survey =
    backend === undefined || isSecretName === undefined
      ? undefined
      : await surveyRepository(found.path, { files: backend.files, isSecretName });
  return {
    folder,
    path,
    repository: {
      ...found,
      plain: isInside && survey?.plain === true,
      tracksSecrets: survey?.tracksSecrets ?? true,
    },
  };
}
