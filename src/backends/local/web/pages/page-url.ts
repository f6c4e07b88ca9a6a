import { ToolError } from "../../../../contract/index.js";
import { requireOutside } from "../network/index.js";

/** Longest accepted URL; servers accept about as much. */
const MAX_URL_LENGTH = 8_192;

/** Longest part of a URL that a message repeats. */
const MAX_SHOWN_LENGTH = 200;

/** Characters that the URL parser would remove silently; the fetched URL must be exactly the written one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const TAKEN_OUT = /[\0-\x1f\x7f]/;

/**
 * Parses the URL of a page and refuses invalid ones: a scheme other than http and https, credentials, a port
 * that is not in `ports`, control characters; and first of all, this machine and its network.
 *
 * @param base - the page that an address in a redirect is relative to
 * @throws ToolError `invalid-url` with the remedy, `blocked-address`
 */
export function pageUrl(text: string, ports: readonly number[], base?: URL): URL {
  const shown = `'${text.slice(0, MAX_SHOWN_LENGTH)}'`;
  if (text.length > MAX_URL_LENGTH) {
    throw invalid(`The URL has ${text.length} characters; the limit is ${MAX_URL_LENGTH}.`);
  }
  const url = URL.parse?.(text, base) ?? parsed(text, base);
  // Other errors of such a URL are not reported: no other port or spelling would help.
  if (url !== null && isWeb(url)) requireOutside(hostOf(url));
  if (TAKEN_OUT.test(text.trim())) {
    throw invalid(
      `The URL ${JSON.stringify(text.slice(0, MAX_SHOWN_LENGTH))} contains line breaks, tabs or control characters. Remove them.`,
    );
  }
  if (url === null) {
    throw invalid(
      `${shown} is not a valid URL. Use an absolute URL with its scheme, such as https://example.com/page.`,
    );
  }
  if (!isWeb(url)) {
    throw invalid(
      `Only http and https pages can be read, not '${url.protocol}'. Pass the URL of a page that begins with https://.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid(
      "The URL contains a user name or password, which are never sent. Remove the part before the '@'.",
    );
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!ports.includes(port)) {
    throw invalid(
      `Port ${port} is not permitted for web pages. The permitted ports are ${ports.join(", ")}.`,
    );
  }
  return url;
}

/**
 * Returns the host of a URL as an address or name to look up: an IPv6 address without its brackets, a name
 * without the final dot.
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** Parses a URL in Node versions without `URL.parse`. */
function parsed(text: string, base: URL | undefined): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

function invalid(message: string): ToolError {
  return new ToolError(message, { code: "invalid-url" });
}
