import type { PageReader } from "../../../contract/index.js";
import type { LocalWebOptions } from "./local-web-options.js";

/**
 * Creates the reader of pages from the public web: http and https, never this machine or its networks, even
 * through a name or a redirect. The code that fetches and converts is loaded for the first page.
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
