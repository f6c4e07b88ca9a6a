import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";

/** References that only make sense to the authors: a user of the package has neither the seeds nor the design. */
const INTERNAL_REFERENCE = /\bseed 0\d\d\b|\bdesign §/gi;

/** Names of files that contain text. */
const TEXT = /\.(?:js|mjs|ts|md|json|map)$/;

/** Returns each internal reference in the text files of a folder, or in one file, as `path:line: reference`. */
export function internalReferences(root: string, name: string): readonly string[] {
  const path = join(root, name);
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((entry) => join(path, entry))
    : [path];
  return files
    .filter((file) => TEXT.test(file) && !file.includes("node_modules"))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          [...line.matchAll(INTERNAL_REFERENCE)].map(
            ([reference]) => `${relative(root, file)}:${index + 1}: ${reference}`,
          ),
        ),
    );
}
