import { createRequire } from "node:module";

/** Returns the version of this package. */
export function ownVersion(): string {
  const { version } = createRequire(import.meta.url)("collet/package.json") as { readonly version: string };
  return version;
}
