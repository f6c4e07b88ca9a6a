import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Options } from "tsup";

type EsbuildPlugin = NonNullable<Options["esbuildPlugins"]>[number];

/** End of the names of the lists that `bundledPackages` writes. */
export const BUNDLED_PACKAGES_SUFFIX = ".packages.json";

/** Folder of a package in the path of one of its files. */
const PACKAGE_FOLDER = /^node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Creates a plugin that writes the folders of the packages with code in a bundle into `dist/<bundle>.packages.json`, for the list
 * of licenses.
 */
export function bundledPackages(bundle: string): EsbuildPlugin {
  return {
    name: "bundled-packages",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) =>
          Object.entries(output.inputs),
        );
        const folders = inputs.flatMap(([path, { bytesInOutput }]) =>
          bytesInOutput > 0 ? (PACKAGE_FOLDER.exec(path)?.[0] ?? []) : [],
        );
        const list = JSON.stringify([...new Set(folders)].sort());
        // This runs before the bundler creates the folder of its output.
        await mkdir("dist", { recursive: true });
        await writeFile(join("dist", `${bundle}${BUNDLED_PACKAGES_SUFFIX}`), list);
      });
    },
  };
}
