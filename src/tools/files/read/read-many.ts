import { ToolError } from "../../../contract/index.js";
import type { Operation } from "../../operation.js";
import { type GlobInput, globOperation } from "../../search/glob.js";
import { visibleText } from "../../visible-text.js";
import { readOperation } from "./read.js";
import type { ReadLimits } from "./read-limits.js";
import type { ReadOutput } from "./read-output.js";

/** Most files of one call. */
export const MAX_FILES_TO_READ = 100;

/** Most UTF-16 code units of all texts together; the files after it are only named. */
export const MAX_CHARACTERS_OF_FILES = 200_000;

/** The files to read. */
export interface ReadManyInput {
  /** Paths and globs, relative to the session's cwd or absolute. */
  readonly include: readonly string[];
  /** Globs of paths to omit. */
  readonly exclude?: readonly string[] | undefined;
  /** Includes the files that `.gitignore` and similar files exclude. Default false. */
  readonly ignored?: boolean | undefined;
  /** Limits of one file. */
  readonly limits?: Partial<ReadLimits> | undefined;
}

/** The files that were read, in the order of the patterns and of their paths. */
export interface ReadManyOutput {
  readonly files: readonly { readonly path: string; readonly read: ReadOutput }[];
  /** Files that were not read, as displayed, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/**
 * Reads the files that paths and globs name. A file that cannot be read, is secret or is excluded by a rule about paths
 * is skipped.
 *
 * Errors: `invalid-input` without a pattern, `not-found` if no file matches, and those of searching.
 */
export const readManyOperation: Operation<ReadManyInput, ReadManyOutput> = {
  kind: "read",
  annotations: { readOnlyHint: true },
  executionProfile: {
    resourceKeys: (input, environment) =>
      searches(input).flatMap(
        (each) => globOperation.executionProfile.resourceKeys?.(each, environment) ?? [],
      ),
  },
  facts: (input, environment) => ({
    paths: searches(input).flatMap((each) => globOperation.facts(each, environment).paths ?? []),
  }),
  async run(input, context) {
    if (input.include.length === 0) {
      throw new ToolError("include is empty. Pass paths or globs of the files to read.", {
        code: "invalid-input",
      });
    }
    const paths = new Set<string>();
    for (const search of searches(input)) {
      const { files } = await globOperation.run(search, context);
      for (const path of files) paths.add(path);
    }
    if (paths.size === 0) {
      throw new ToolError(`No file matches ${input.include.join(", ")}.`, { code: "not-found" });
    }
    const files: { readonly path: string; readonly read: ReadOutput }[] = [];
    const skipped: { readonly path: string; readonly reason: string }[] = [];
    let characters = 0;
    for (const path of paths) {
      const skip = (reason: string) => skipped.push({ path: visibleText(path), reason });
      if (files.length === MAX_FILES_TO_READ || characters > MAX_CHARACTERS_OF_FILES) {
        skip("too much content for one call");
      } else if (await context.files.isExcluded((await context.files.locate(path)).path)) {
        skip("excluded");
      } else {
        try {
          const read = await readOperation.run({ path, limits: input.limits }, context);
          if (read.type === "text") characters += read.lines.reduce((sum, line) => sum + line.length + 1, 0);
          files.push({ path, read });
        } catch (error) {
          if (!ToolError.isInstance(error)) throw error;
          skip(error.message);
        }
      }
    }
    return { files, skipped };
  },
};

function searches({ include, exclude, ignored }: ReadManyInput): readonly GlobInput[] {
  return include.map((pattern) => ({ pattern, exclude, ignored, limit: MAX_FILES_TO_READ + 1 }));
}
