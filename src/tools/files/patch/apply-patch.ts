import {
  type AppliedOperation,
  type FileOperation,
  type PathFact,
  type ResourceKey,
  type TextFile,
  type ToolContext,
  ToolError,
} from "../../../contract/index.js";
import type { FilePatch } from "../../../fuzzy/index.js";
import { counted } from "../../../text/index.js";
import type { Operation } from "../../operation.js";
import {
  type DiscoveredGuidance,
  diffName,
  editingKeys,
  filePreview,
  guidanceOfNewFolder,
  namingKeys,
  pathFrom,
  previewText,
  reportingInOrder,
  requireWellFormed,
  withSimilarPaths,
} from "../../paths/index.js";
import { visibleText } from "../../visible-text.js";
import { diffPieces, textChanges, unifiedDiff } from "../diff/index.js";
import { syntaxWarnings } from "../edit/index.js";
import { patchedText, requireDeletedText } from "./patched-text.js";
import { readPatch } from "./read-patch.js";

/** A patch of any number of files. */
export interface ApplyPatchInput {
  /** In the V4A envelope (`*** Begin Patch`) or as a unified diff. Relative paths start at the session's cwd. */
  readonly patch: string;
  /** The model's name for `patch`. Default `patch`. */
  readonly patchName?: string;
}

/** One file that a patch changed. */
export interface PatchedFile {
  readonly change: FilePatch["type"];
  /** Absolute; for a move, the new path. */
  readonly path: string;
  /** The same, relative to the session's cwd if it is inside; control characters escaped. */
  readonly shownPath: string;
  readonly movedFrom?: string;
  /** In git's unified format, with names relative to the session's cwd. */
  readonly diff: string;
}

/** Result of a patch. */
export interface ApplyPatchOutput {
  /** In the order of the patch. */
  readonly files: readonly PatchedFile[];
  readonly warnings: readonly string[];
  readonly guidance: readonly DiscoveredGuidance[];
}

/**
 * Applies a patch to files: creates, changes, deletes and moves them, all or none. Everything is checked before the
 * first file is written, and the journal records it as one change.
 *
 * Errors: `invalid-patch` with the line of the patch, `no-match` and `multiple-matches` with file and hunk,
 * `already-exists` for a new file or the destination of a move, `not-found`, and the errors of the workspace.
 */
export const applyPatchOperation: Operation<ApplyPatchInput, ApplyPatchOutput> = reportingInOrder({
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: true },
  executionProfile: {
    resourceKeys: ({ patch }, { cwd }) =>
      filesOf(patch).flatMap((file) => {
        if (file.type === "update") return editingKeys(file.path, cwd);
        const moved = file.type === "move" ? namingKeys(file.destination, cwd) : [];
        const looked: ResourceKey[] =
          file.type === "create" ? [] : [{ key: `file:${file.path}`, mode: "read" }];
        return [...namingKeys(file.path, cwd), ...looked, ...moved];
      }),
  },
  facts: ({ patch }) => ({ paths: filesOf(patch).flatMap(pathFacts) }),
  preview: (input, context) => filePreview(() => patchPreview(input, context)),
  async run(input, context) {
    const { files, warnings } = requirePatch(input);
    for (const file of files) await requireShownDeletion(file, context);
    const changes = files.map((file) => fileOperation(file, context));
    try {
      const applied = await context.files.applyTogether(changes.map(({ operation }) => operation));
      const patched = await Promise.all(applied.map((one) => patchedFile(one, context)));
      const broken: string[] = [];
      for (const one of applied) broken.push(...(await brokenSyntax(one, context)));
      return {
        files: patched,
        warnings: [...warnings, ...changes.flatMap((change) => change.warnings()), ...broken],
        guidance: await guidanceOf(patched, context),
      };
    } catch (error) {
      throw ofMissingFile(await withSimilarPaths(error, context));
    }
  },
});

/** Adds to the error of a missing file what the patch expects of it. */
function ofMissingFile(error: unknown): unknown {
  if (!ToolError.isInstance(error) || error.code !== "not-found") return error;
  const { message, absolutePath } = error;
  return new ToolError(
    `${message} Nothing was changed: a file that a patch updates, moves or deletes must exist. Check its path, or let the patch add the file.`,
    { code: "not-found", absolutePath, cause: error },
  );
}

/** Returns the files of a patch. An unreadable patch names none, and the run will report the problem. */
function filesOf(patch: string): readonly FilePatch[] {
  const read = readPatch(patch);
  return read.ok ? read.files : [];
}

function pathFacts(file: FilePatch): readonly PathFact[] {
  switch (file.type) {
    case "create":
    case "update":
      return [{ path: file.path, access: "write" }];
    case "delete":
      return [{ path: file.path, access: "delete" }];
    case "move":
      return [
        { path: file.path, access: "delete" },
        { path: file.destination, access: "write" },
      ];
  }
}

function requirePatch({ patch, patchName = "patch" }: ApplyPatchInput) {
  requireWellFormed(patch, patchName);
  const read = readPatch(patch);
  if (!read.ok) throw new ToolError(`${read.message} Nothing was changed.`, { code: "invalid-patch" });
  return read;
}

/** Requires that a file has the content that a diff deletes. */
async function requireShownDeletion(file: FilePatch, context: ToolContext): Promise<void> {
  if (file.type !== "delete" || file.hunks === undefined) return;
  const location = await context.files.locate(file.path);
  if (location.stat?.type !== "file") return;
  const { path } = location;
  const { text } = await previewText(file.path, context);
  await requireDeletedText(text, { path, line: file.line }, file.hunks, context);
}

interface PlannedChange {
  readonly operation: FileOperation;
  /** Warnings from patching the text. */
  readonly warnings: () => readonly string[];
}

function fileOperation(file: FilePatch, context: ToolContext): PlannedChange {
  let warnings: readonly string[] = [];
  const patch = (hunks: Extract<FilePatch, { type: "update" }>["hunks"]) => ({
    update: async ({ text, stale, location: { path } }: TextFile) => {
      const patched = await patchedText(text, { path, line: file.line, stale }, hunks, context);
      warnings = patched.warnings;
      return patched.text;
    },
    whenStale: "merge" as const,
  });
  const { path } = file;
  const operation = ((): FileOperation => {
    switch (file.type) {
      case "create":
        return { type: "create", path, text: file.text };
      case "delete":
        return { type: "delete", path };
      case "update":
        return { type: "update", path, ...patch(file.hunks) };
      case "move":
        return {
          type: "move",
          path,
          destination: file.destination,
          ...(file.hunks.length > 0 && patch(file.hunks)),
        };
    }
  })();
  return { operation, warnings: () => warnings };
}

async function patchedFile(applied: AppliedOperation, { cwd }: ToolContext): Promise<PatchedFile> {
  const { type, location, destination, before = "", after = "" } = applied;
  const path = destination?.path ?? location.path;
  const changes = await textChanges(before, after);
  const diff = await unifiedDiff(diffName(path, cwd), { before, after }, changes, {
    created: type === "create",
    deleted: type === "delete",
    ...(type === "move" && { renamedFrom: diffName(location.path, cwd) }),
  });
  const shownPath = visibleText(pathFrom(cwd, path));
  return { change: type, path, shownPath, ...(type === "move" && { movedFrom: location.path }), diff };
}

/** Returns the errors of syntax that a patch made in a file. */
async function brokenSyntax(applied: AppliedOperation, context: ToolContext): Promise<readonly string[]> {
  const { type, location, destination, before, after } = applied;
  if (type === "delete" || after === undefined || before === after) return [];
  return syntaxWarnings({ path: (destination ?? location).path, before, after }, context);
}

async function guidanceOf(
  files: readonly PatchedFile[],
  context: ToolContext,
): Promise<readonly DiscoveredGuidance[]> {
  const found: DiscoveredGuidance[] = [];
  for (const { change, path } of files) {
    if (change !== "delete") found.push(...(await guidanceOfNewFolder(path, context)));
  }
  return found;
}

async function patchPreview(input: ApplyPatchInput, context: ToolContext): Promise<readonly string[]> {
  const { files } = requirePatch(input);
  const pieces: string[] = [];
  for (const file of files) {
    if (pieces.length > 0) pieces.push("\n");
    for (const piece of await previewOf(file, context)) pieces.push(piece);
  }
  return pieces;
}

async function previewOf(file: FilePatch, context: ToolContext): Promise<readonly string[]> {
  const { path, stat } = await context.files.locate(file.path);
  const { cwd } = context;
  if (file.type === "create") {
    if (stat !== undefined) throw new ToolError(`${path} already exists.`, { code: "already-exists" });
    const changes = await textChanges("", file.text);
    return await diffPieces(diffName(path, cwd), { before: "", after: file.text }, changes, {
      created: true,
    });
  }
  if (stat === undefined) throw new ToolError(`there is no ${path}.`, { code: "not-found" });
  if (file.type === "delete") {
    await requireShownDeletion(file, context);
    return [`Deletes ${path} (${counted(stat.size, "byte")}).`];
  }
  if (file.type === "move" && file.hunks.length === 0) {
    return [`Moves ${path} to ${(await context.files.locate(file.destination)).path}.`];
  }
  const { text: before, stale } = await previewText(file.path, context);
  const { text } = await patchedText(before, { path, line: file.line, stale }, file.hunks, context);
  const changes = await textChanges(before, text);
  if (file.type === "update") return await diffPieces(diffName(path, cwd), { before, after: text }, changes);
  const destination = await context.files.locate(file.destination);
  return await diffPieces(diffName(destination.path, cwd), { before, after: text }, changes, {
    renamedFrom: diffName(path, cwd),
  });
}
