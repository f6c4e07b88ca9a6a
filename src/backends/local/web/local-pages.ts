import type { PageReader } from "../../../contract/index.js";
import type { LocalWebOptions } from "./local-web-options.js";

/**
 * Reads pages from the public web: http and https, never this machine or its networks, whatever a name or a redirect says.
 *
 * Costs nothing until the first page: what fetches and what converts is loaded then.
 */
export function localPages(options: LocalWebOptions = {}): PageReader {
  let reader: Promise<PageReader> | undefined;
  return {
    async read(request) {
      reader ??= import("./pages/page-reader.js").then(({ createPageReader }) => createPageReader(options));
      return (await reader).read(request);
    },
  };
}
