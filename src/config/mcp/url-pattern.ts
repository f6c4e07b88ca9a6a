import { type TextMatcher, wildcard } from "../../text/index.js";

/** The ports that an address does not state. */
const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["http", "80"],
  ["https", "443"],
]);

/**
 * Returns a matcher for a pattern of addresses in which `*` matches any text within the scheme, the host, the port or the path. A
 * pattern without a path matches every path. `undefined` for text that is not such a pattern.
 *
 * A pattern without a port matches the port of the scheme, or with `isAnyPort` every port. Each part is compared with that part alone: `https://*.example.com/*` does not match `https://evil.com/a.example.com/`.
 */
export function urlPattern(
  pattern: string,
  { isAnyPort = false }: { readonly isAnyPort?: boolean } = {},
): TextMatcher | undefined {
  const separator = pattern.indexOf("://");
  if (separator < 1) return undefined;
  const scheme = pattern.slice(0, separator).toLowerCase();
  const rest = pattern.slice(separator + "://".length);
  const slash = rest.search(/[/?#]/);
  const authority = (slash === -1 ? rest : rest.slice(0, slash)).toLowerCase();
  if (authority === "" || authority.includes("@")) return undefined;
  const colon = authority.startsWith("[") ? authority.indexOf("]:") + 1 : authority.lastIndexOf(":");
  const host = colon > 0 ? authority.slice(0, colon) : authority;
  const port = colon > 0 ? authority.slice(colon + 1) : undefined;
  const matchesScheme = wildcard(scheme);
  const matchesHost = wildcard(host.replace(/\.$/, ""));
  const matchesPath = slash === -1 ? () => true : wildcard(rest.slice(slash));
  return (text) => {
    const url = parsed(text);
    if (url === undefined) return false;
    const actual = url.protocol.slice(0, -1);
    const actualPort = url.port === "" ? DEFAULT_PORTS.get(actual) : url.port;
    return (
      matchesScheme(actual) &&
      matchesHost(url.hostname.replace(/\.$/, "")) &&
      (port === "*" ||
        (port === undefined && isAnyPort) ||
        actualPort === (port ?? DEFAULT_PORTS.get(actual))) &&
      matchesPath(url.pathname + url.search)
    );
  };
}

/** Returns a matcher for the addresses that a pattern of a deny-list may mean: also as plain text, and at every port. */
export function deniedUrl(pattern: string): TextMatcher {
  const matchers = [wildcard(pattern), urlPattern(pattern, { isAnyPort: true }) ?? wildcard(`*${pattern}*`)];
  return (text) => matchers.some((matches) => matches(text));
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
