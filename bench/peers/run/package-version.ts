import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const FOLDERS = [resolve(import.meta.dirname, ".."), resolve(import.meta.dirname, "../../..")];

/** Returns the version of an installed package, or `undefined`. */
export function packageVersion(name: string): string | undefined {
  const manifests =
    name === "collet"
      ? [resolve(import.meta.dirname, "../../../package.json")]
      : FOLDERS.map((folder) => resolve(folder, "node_modules", name, "package.json"));
  for (const manifest of manifests) {
    try {
      return (JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string }).version;
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}
