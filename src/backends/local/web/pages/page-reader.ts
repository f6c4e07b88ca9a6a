import { ToolError, type WebPage, type WebPageRequest } from "../../../../contract/index.js";
import type { LocalWebOptions } from "../local-web-options.js";
import { connectDirectly, resolveBySystem } from "../network/index.js";
import {
  IDLE_TIMEOUT_MS,
  MAX_PAGE_TIMEOUT_MS,
  MAX_TEXT_BYTES,
  PAGE_TIMEOUT_MS,
  WEB_PORTS,
} from "../web-limits.js";
import { fetchPage, refusedRedirect } from "./fetch-page.js";
import type { Route } from "./open-page.js";
import { PageCache } from "./page-cache.js";
import { PageDeadline } from "./page-deadline.js";
import { pageUrl } from "./page-url.js";

/** Identifies the reader, so that sites can refuse agents. */
const USER_AGENT = "Mozilla/5.0 (compatible; collet/0.1; +https://www.npmjs.com/package/collet)";

/** Creates the page reader, with its cache. Loaded for the first page. */
export function createPageReader(options: LocalWebOptions): {
  read(request: WebPageRequest): Promise<WebPage>;
} {
  const { ports = WEB_PORTS, idleTimeoutMs = IDLE_TIMEOUT_MS, maxTextBytes = MAX_TEXT_BYTES } = options;
  const now = () => Date.now();
  const cache = options.cache === false ? undefined : new PageCache(now);
  const route: Route = {
    resolve: options.resolve ?? resolveBySystem,
    connect: options.connect ?? connectDirectly,
    userAgent: options.userAgent ?? USER_AGENT,
  };
  return {
    async read(request) {
      const { format = "markdown", mayVisit, signal } = request;
      const url = pageUrl(request.url, ports);
      url.hash = "";
      const key = `${format} ${url.href}`;
      const known = request.cached === false ? undefined : cache?.get(key);
      if (known !== undefined) {
        for (const host of known.redirectedTo) {
          if (!(await mayVisit(host))) throw refusedRedirect(url, new URL(known.page.url));
        }
        return known.page;
      }
      const timeoutMs = request.timeoutMs ?? options.timeoutMs ?? PAGE_TIMEOUT_MS;
      const deadline = new PageDeadline({
        totalMs: Math.min(Math.max(1, timeoutMs), MAX_PAGE_TIMEOUT_MS),
        idleMs: idleTimeoutMs,
        signal,
      });
      try {
        const fetched = await fetchPage(url, { route, ports, maxTextBytes, format, deadline, mayVisit, now });
        cache?.set(key, fetched);
        return fetched.page;
      } catch (error) {
        if (ToolError.isInstance(error)) throw error;
        throw signal.aborted
          ? new ToolError("The call was cancelled.", { code: "cancelled", cause: error })
          : error;
      } finally {
        deadline.end();
      }
    },
  };
}
