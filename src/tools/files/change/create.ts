import { type ToolContext, ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import {
  type DiscoveredGuidance,
  diffName,
  discoveredGuidance,
  filePreview,
  isAbsolutePath,
  previewText,
  reportingInOrder,
  requireWellFormed,
  secretChangeError,
  writingKeys,
} from "../../paths/index.js";
import { diffPieces, textChanges } from "../diff/index.js";

/** A file to write. */
export interface CreateInput {
  /** Missing parent folders are created. */
  readonly path: string;
  readonly content: string;
  /**
   * `"ensure"` (default, Amp specification) adds a line end to content that has none at its end; empty content stays
   * empty.
   */
  readonly finalLineEnd?: "ensure" | "as-given" | undefined;
  /** Behaviour when the file exists. Default `"overwrite"`; `"refuse"` is `already-exists`. */
  readonly existing?: "overwrite" | "refuse" | undefined;
  /** The model's name for `content`. Default `content`. */
  readonly contentName?: string | undefined;
}

/** Result of writing a file. */
export interface CreateOutput {
  /** The requested path if it was absolute, otherwise the resolved one. */
  readonly path: string;
  /** Whether the file existed before. */
  readonly existed: boolean;
  readonly guidance: readonly DiscoveredGuidance[];
}

/**
 * Creates or replaces a file atomically, under its lock.
 *
 * Errors: `not-a-file` for a folder, `invalid-input` for text that cannot be encoded, `already-exists` where requested,
 * and the errors of the workspace.
 */
export const createOperation: Operation<CreateInput, CreateOutput> = reportingInOrder({
  kind: "edit",
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  executionProfile: { resourceKeys: ({ path }, { cwd }) => writingKeys(path, cwd) },
  facts: ({ path }) => ({ paths: [{ path, access: "write" }] }),
  preview: (input, context) => filePreview(() => previewDiff(input, context)),
  async run(input, context) {
    requireWellFormed(input.content, input.contentName ?? "content");
    requireFileName(input.path);
    const found = await context.files.locate(input.path);
    if (found.secret && found.stat?.type === "file") throw secretChangeError(found.path);
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
  // A trailing slash means a folder; removing the slash would write a file that was not requested.
  if (!/(?:^|\/)\.{0,2}$/.test(path) || path === "") return;
  throw new ToolError(`'${path}' names a folder, not a file. Pass the path of the file to write.`, {
    code: "not-a-file",
  });
}

function finalContent({ content, finalLineEnd = "ensure" }: CreateInput): string {
  return finalLineEnd === "as-given" || content === "" || content.endsWith("\n") ? content : `${content}\n`;
}

async function previewDiff(input: CreateInput, context: ToolContext): Promise<readonly string[]> {
  requireWellFormed(input.content, input.contentName ?? "content");
  requireFileName(input.path);
  const location = await context.files.locate(input.path);
  const created = location.stat === undefined;
  // The old content of a secret must not be shown, so the preview shows the new content only.
  const before = created || location.secret ? "" : (await previewText(input.path, context)).text;
  const after = finalContent(input);
  const changes = await textChanges(before, after);
  return await diffPieces(diffName(location.path, context.cwd), { before, after }, changes, { created });
}
