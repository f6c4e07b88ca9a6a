import { type ToolContext, ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import {
  type DiscoveredGuidance,
  diffName,
  discoveredGuidance,
  filePreview,
  isAbsolutePath,
  previewText,
  requireWellFormed,
  tellingInOrder,
  writingKeys,
} from "../../paths/index.js";
import { textChanges, unifiedDiff } from "../diff/index.js";

/** A file to write. */
export interface CreateInput {
  /** Missing folders on the way are made. */
  readonly path: string;
  readonly content: string;
  /** `"ensure"` (default, seed 000) adds a line end to a content that has none at its end; an empty content stays empty. */
  readonly finalLineEnd?: "ensure" | "as-given";
  /** What becomes of a file that is there. Default `"overwrite"`; `"refuse"` is `already-exists`. */
  readonly existing?: "overwrite" | "refuse";
  /** What the model calls `content`. Default `content`. */
  readonly contentName?: string;
}

/** What was written. */
export interface CreateOutput {
  /** As requested if that was absolute, otherwise where it led. */
  readonly path: string;
  /** Whether a file was there before. */
  readonly existed: boolean;
  readonly guidance: readonly DiscoveredGuidance[];
}

/**
 * Creates a file or replaces the one that is there, atomically, under its lock.
 *
 * Errors: `not-a-file` for a folder, `invalid-input` for text that no file can hold, `already-exists` where that is asked for,
 * and what the workspace refuses.
 */
export const createOperation: Operation<CreateInput, CreateOutput> = tellingInOrder({
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  executionProfile: { resourceKeys: ({ path }, { cwd }) => writingKeys(path, cwd) },
  facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
  preview: (input, context) => filePreview(() => previewDiff(input, context)),
  async run(input, context) {
    requireWellFormed(input.content, input.contentName ?? "content");
    requireFileName(input.path);
    const { location, existed } = await context.files.writeText(input.path, finalContent(input), {
      overwrite: input.existing !== "refuse",
    });
    return {
      path: isAbsolutePath(input.path) ? input.path : location.path,
      existed,
      guidance: await discoveredGuidance(location.path, context),
    };
  },
});

function requireFileName(path: string): void {
  // A path that ends so means a folder; taking the slash off would write a file nobody asked for.
  if (!/(?:^|\/)\.{0,2}$/.test(path) || path === "") return;
  throw new ToolError(`'${path}' names a folder, not a file. Give the path of the file to write.`, {
    code: "not-a-file",
  });
}

function finalContent({ content, finalLineEnd = "ensure" }: CreateInput): string {
  return finalLineEnd === "as-given" || content === "" || content.endsWith("\n") ? content : `${content}\n`;
}

async function previewDiff(input: CreateInput, context: ToolContext): Promise<string> {
  requireWellFormed(input.content, input.contentName ?? "content");
  requireFileName(input.path);
  const location = await context.files.locate(input.path);
  const created = location.stat === undefined;
  // A secret's old content is for nobody's eyes, so its preview shows the new content alone.
  const before = created || location.secret ? "" : await previewText(input.path, context);
  const after = finalContent(input);
  const changes = await textChanges(before, after);
  return unifiedDiff(diffName(location.path, context.cwd), before, after, changes, { created });
}
