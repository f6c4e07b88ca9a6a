import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Options } from "tsup";

type EsbuildPlugin = NonNullable<Options["esbuildPlugins"]>[number];

/** End of the names of the lists that `bundledPackages` writes. */
export const BUNDLED_PACKAGES_SUFFIX = ".packages.json";

/** Folder of a package in the path of one of its files. */
const PACKAGE_FOLDER = /^node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The folders of the packages with code in each file of a bundle. */
export type BundledPackages = Readonly<Record<string, readonly string[]>>;

/** Creates a plugin that writes the {@link BundledPackages} of a bundle into `dist/<bundle>.packages.json`. */
export function bundledPackages(bundle: string): EsbuildPlugin {
  return {
    name: "bundled-packages",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(async ({ metafile }) => {
        const files = Object.entries(metafile?.outputs ?? {}).map(([file, { inputs }]) => {
          const folders = Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
            bytesInOutput > 0 ? (PACKAGE_FOLDER.exec(path)?.[0] ?? []) : [],
          );
          return [basename(file), [...new Set(folders)].sort()] as const;
        });
        // This runs before the bundler creates the folder of its output.
        await mkdir("dist", { recursive: true });
        const packages: BundledPackages = Object.fromEntries(files);
        await writeFile(join("dist", `${bundle}${BUNDLED_PACKAGES_SUFFIX}`), JSON.stringify(packages));
      });
    },
  };
}
