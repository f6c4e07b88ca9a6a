import type { ToolContext } from "../../../contract/index.js";
import { parentFolder } from "../../paths/index.js";
import {
  CHECK_KINDS,
  type CheckHint,
  type CheckKind,
  type FoundChecks,
  type ProjectCheck,
} from "../project-check.js";
import { cargoGoChecks } from "./cargo-go-checks.js";
import { ciHints } from "./ci-hints.js";
import { MAKEFILES, makeChecks } from "./make-checks.js";
import { nodeChecks } from "./node-checks.js";
import { type PackageManifest, packageChecks, readManifest } from "./package-checks.js";
import { type ProjectFolder, projectFolder } from "./project-folder.js";
import { pythonChecks } from "./python-checks.js";

/** Checks of one folder. */
const MAX_CHECKS = 60;

const MANIFEST = "package.json";

const WORKFLOWS = ".github/workflows";

/** Workflows that are read. */
const MAX_WORKFLOWS = 20;

/**
 * Finds the checks of a project by its files, without running anything: scripts of package.json, tsc, ESLint, Biome,
 * Vitest, Jest, cargo, go, pytest, Ruff, mypy, make targets. Also returns the commands of the CI.
 *
 * Searches the folder and its parents up to the root of the workspace; the nearest folder with checks counts. Outside
 * the workspace, searches only the folder itself.
 *
 * @param folder - absolute, symlinks resolved
 */
export async function findChecks(folder: string, context: ToolContext): Promise<FoundChecks> {
  const folders = await foldersUpwards(folder, context);
  const brokenManifests: string[] = [];
  for (const [index, path] of folders.entries()) {
    const opened = await projectFolder(path, folders.slice(index + 1), context);
    const manifest = readManifest(await opened.text(MANIFEST));
    if (manifest === undefined && opened.names.has(MANIFEST)) brokenManifests.push(`${path}/${MANIFEST}`);
    const checks = await checksIn(opened, manifest);
    if (checks.length === 0) continue;
    const hints = await hintsFrom(folders.slice(index), context);
    return { folder: path, checks, hints, searched: folders.slice(0, index + 1), brokenManifests };
  }
  const hints = await hintsFrom(folders, context);
  return { folder, checks: [], hints, searched: folders, brokenManifests };
}

async function foldersUpwards(folder: string, context: ToolContext): Promise<readonly string[]> {
  const folders = [folder];
  for (
    let above = parentFolder(folder, folder);
    above !== folders.at(-1);
    above = parentFolder(above, folder)
  ) {
    if (!(await context.files.locate(above)).insideRoots) break;
    folders.push(above);
  }
  return folders;
}

async function checksIn(
  folder: ProjectFolder,
  manifest: PackageManifest | undefined,
): Promise<readonly ProjectCheck[]> {
  const scripts = manifest === undefined ? [] : await packageChecks(manifest, folder);
  const bodies = scripts.map(({ name, kind }) => ({ kind, body: manifest?.scripts[name] ?? "" }));
  const own = [
    ...scripts,
    ...(await nodeChecks(manifest, bodies, folder)),
    ...(await pythonChecks(folder)),
    ...cargoGoChecks(folder),
  ];
  const makefile = MAKEFILES.find((name) => folder.names.has(name));
  const covered = new Set<CheckKind>(own.map(({ kind }) => kind));
  const targets = makefile === undefined ? [] : makeChecks(await folder.text(makefile), makefile, covered);
  return withOwnNames([...own, ...targets])
    .sort((left, right) => CHECK_KINDS.indexOf(left.kind) - CHECK_KINDS.indexOf(right.kind))
    .slice(0, MAX_CHECKS);
}

/** A script may have the name of a tool: then the tool's check gets its source in the name. */
function withOwnNames(checks: readonly ProjectCheck[]): ProjectCheck[] {
  const known = new Set<string>();
  return checks.map((check) => {
    const name = known.has(check.name) ? `${check.name} (${check.source})` : check.name;
    known.add(name);
    return name === check.name ? check : { ...check, name };
  });
}

async function hintsFrom(folders: readonly string[], context: ToolContext): Promise<readonly CheckHint[]> {
  for (const path of folders) {
    const folder = await projectFolder(path, [], context);
    const names = (await folder.namesIn(WORKFLOWS))
      .filter((name) => /\.ya?ml$/.test(name))
      .slice(0, MAX_WORKFLOWS);
    if (names.length === 0) continue;
    const hints: CheckHint[] = [];
    for (const name of names)
      hints.push(...ciHints(await folder.text(`${WORKFLOWS}/${name}`), `${WORKFLOWS}/${name}`));
    const seen = new Set<string>();
    return hints.filter(({ command }) => !seen.has(command) && seen.add(command)).slice(0, 40);
  }
  return [];
}
