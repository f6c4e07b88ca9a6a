import { ToolError } from "../../contract/index.js";

/** Longest part of a URL that a message repeats. */
const MAX_SHOWN_LENGTH = 200;

/**
 * The host of a URL as permission rules know it: lower case, punycode, without a port, a final dot or the brackets of an address.
 *
 * @throws ToolError `invalid-url` for what names no host, so that nobody is asked about it
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
    `'${url.slice(0, MAX_SHOWN_LENGTH)}' is no URL of a web page. Give a whole one, with its scheme: https://example.com/page.`,
    { code: "invalid-url" },
  );
}
