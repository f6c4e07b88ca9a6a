import { ToolError } from "../../contract/index.js";

/** Longest part of a URL that a message repeats. */
const MAX_SHOWN_LENGTH = 200;

/**
 * Returns the host of a URL as permission rules know it: lower case, punycode, without a port, a final dot or the
 * brackets of an address.
 *
 * @throws ToolError `invalid-url` if it has no host, so that no approval is requested for it
 */
export function webHost(url: string): string {
  let hostname: string;
  try {
    hostname = new URL(url).hostname;
  } catch {
    hostname = "";
  }
  if (hostname !== "") return hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  throw new ToolError(
    `'${url.slice(0, MAX_SHOWN_LENGTH)}' is not a valid URL of a web page. Use an absolute URL with its scheme: https://example.com/page.`,
    { code: "invalid-url" },
  );
}
