import { ToolError } from "../../../../contract/index.js";
import { requireOutside } from "../network/index.js";

/** Longest address that is tried; servers take about as much. */
const MAX_URL_LENGTH = 8_192;

/** Longest part of an address that a message repeats. */
const MAX_SHOWN_LENGTH = 200;

/** Characters that the URL parser would take out in silence: what is fetched is exactly what was written. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const TAKEN_OUT = /[\0-\x1f\x7f]/;

/**
 * Parses the address of a page and refuses what no page has: another scheme than http and https, credentials, a port
 * that is none of `ports`, control characters; and before all that this machine and its network.
 *
 * @param base - the page that an address in a redirect is relative to
 * @throws ToolError `invalid-url` with the remedy, `blocked-address`
 */
export function pageUrl(text: string, ports: readonly number[], base?: URL): URL {
  const shown = `'${text.slice(0, MAX_SHOWN_LENGTH)}'`;
  if (text.length > MAX_URL_LENGTH) {
    throw invalid(`The URL has ${text.length} characters; at most ${MAX_URL_LENGTH} are possible.`);
  }
  const url = URL.parse?.(text, base) ?? parsed(text, base);
  // What else is wrong with such an address is not worth telling: no other port or spelling would do.
  if (url !== null && isWeb(url)) requireOutside(hostOf(url));
  if (TAKEN_OUT.test(text.trim())) {
    throw invalid(
      `The URL ${JSON.stringify(text.slice(0, MAX_SHOWN_LENGTH))} has line ends, tabs or control characters in it. Leave them out.`,
    );
  }
  if (url === null) {
    throw invalid(`${shown} is no valid URL. Give a whole one, with its scheme: https://example.com/page.`);
  }
  if (!isWeb(url)) {
    throw invalid(
      `Only http and https pages can be read, not '${url.protocol}'. To read a file, use the tool for files.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw invalid(
      "The URL holds a user name or password, which are not sent anywhere. Leave out what stands before the '@'.",
    );
  }
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (!ports.includes(port)) {
    throw invalid(`Port ${port} is none that web pages are read from; these are ${ports.join(", ")}.`);
  }
  return url;
}

/** The host of a URL as an address or name to look up: an IPv6 address without its brackets, a name without the final dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** For Node versions without `URL.parse`. */
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
