import { existsSync, statSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { exampleNames } from "./example-pages.js";
import { DOCS, pagesIn } from "./pages.js";

/** Where a link of a page leads on the site. */
export type SiteTarget =
  | { readonly type: "as-it-is" }
  | { readonly type: "page"; readonly link: string }
  /** A file of the repository that the site does not have. */
  | { readonly type: "repository"; readonly path: string };

/**
 * Says where a link leads: on GitHub the pages stand among the other files of the repository, on the site they are alone.
 *
 * @param page - the page with the link, as a path in `docs/`
 */
export function siteTarget(link: string, page: string): SiteTarget {
  if (/^(?:[a-z][a-z+.-]*:|\/|#)/i.test(link)) return { type: "as-it-is" };
  const [path = ""] = link.split("#");
  const target = resolve(DOCS, dirname(page), path);
  const within = relative(DOCS, target);
  if (within.startsWith("..")) {
    const outside = relative(resolve(DOCS, ".."), target);
    const [folder, name] = outside.split(/[\\/]/);
    const isExample = folder === "examples" && name !== undefined && exampleNames().includes(name);
    return isExample ? { type: "page", link: `/examples/${name}` } : { type: "repository", path: outside };
  }
  const isFolder = existsSync(target) && statSync(target).isDirectory();
  if (!isFolder || existsSync(`${target}/index.md`)) return { type: "as-it-is" };
  const [first] = pagesIn(within);
  return first === undefined
    ? { type: "repository", path: `docs/${within}` }
    : { type: "page", link: `/${first}` };
}
