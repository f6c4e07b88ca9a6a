import { type ToolContext, ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { fileSignature, SIGNATURE_BYTES } from "./file-signature.js";
import { readOperation } from "./read.js";
import type { ReadLimits } from "./read-limits.js";
import type { ReadImage } from "./read-output.js";

/** The image to view. */
export interface ViewImageInput {
  /** Relative to the session's cwd, absolute, or below `~/`. */
  readonly path: string;
  readonly limits?: Partial<Pick<ReadLimits, "maxImageBytes">> | undefined;
  readonly wording?:
    | {
        /** The tool that runs commands. */
        readonly shellTool?: string;
      }
    | undefined;
}

/**
 * Reads an image for models that read files only as images: like the read operation, but accepts only images.
 *
 * The first bytes determine the type, not the name. Errors: `not-a-file` for a folder, `invalid-input` for a file that
 * is not an image, and those of reading an image.
 */
export const viewImageOperation: Operation<ViewImageInput, ReadImage> = {
  kind: "read",
  annotations: { readOnlyHint: true },
  executionProfile: { resourceKeys: ({ path }) => [{ key: `file:${path}`, mode: "read" }] },
  facts: ({ path }) => ({ paths: [{ path, access: "read" }] }),
  truncation: false,
  async run({ path, limits, wording }, context) {
    await requireImage(path, context);
    const read = await readOperation.run({ path, limits, wording }, context);
    // Between the two lookups, another file may have replaced it.
    if (read.type !== "image") throw noImage(read.path);
    return read;
  },
};

async function requireImage(path: string, context: ToolContext): Promise<void> {
  const location = await context.files.locate(path);
  if (location.stat?.type === "directory") {
    throw new ToolError(`'${location.path}' is a folder. Pass the path of an image in it.`, {
      code: "not-a-file",
      absolutePath: location.path,
    });
  }
  // The read refuses missing files and secrets, with a remedy; a secret is not even opened.
  if (location.stat === undefined || location.secret) return;
  const head = await context.files.readHead(path, { bytes: SIGNATURE_BYTES });
  if (fileSignature(head).type !== "image") throw noImage(location.path);
}

function noImage(path: string): ToolError {
  return new ToolError(`'${path}' is not an image that can be shown: PNG, JPEG, GIF and WebP can.`, {
    code: "invalid-input",
    absolutePath: path,
  });
}
