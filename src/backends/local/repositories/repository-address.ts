import { type RepositoryPlan, ToolError } from "../../../contract/index.js";

/** Longer than any real address; git itself has no limit. */
const MAX_ADDRESS_LENGTH = 2_000;

/** `user@host:path`, which ssh understands and no URL parser does. */
const SCP_ADDRESS = /^[A-Za-z0-9_][\w.-]*@(?<host>[A-Za-z0-9][\w.-]*):(?<path>[^\s:-][^\s]*)$/;

/**
 * Control characters, white space, characters with a meaning in a shell (people read the plan), and
 * characters that some URL parsers take for the end of the host and others do not.
 */
const SUSPICIOUS = /[\s\p{Cc}\p{Cf}"'`$;|&<>\\?#]/u;

/** Reads an address as git would, and refuses any that may not be a repository. */
export function readAddress(url: string): RepositoryPlan {
  const address = url.trim();
  if (address === "" || address.length > MAX_ADDRESS_LENGTH || address.startsWith("-"))
    throw invalid(url, "");
  if (SUSPICIOUS.test(address)) throw invalid(url, " It contains characters that no address needs.");
  const scp = SCP_ADDRESS.exec(address);
  if (scp?.groups?.host !== undefined) return planOf(address, [scp.groups.host.toLowerCase()]);
  let parsed: URL;
  try {
    parsed = new URL(address);
  } catch {
    throw invalid(url, "");
  }
  if (parsed.password !== "" || (parsed.protocol === "https:" && parsed.username !== "")) {
    throw invalid(
      url.replace(/\/\/[^@/]*@/, "//...@"),
      " It contains credentials; use git's credential helper for them.",
    );
  }
  if (parsed.protocol === "file:") {
    if (parsed.hostname !== "" || !/^file:\/\/\//i.test(address))
      throw invalid(url, " It names another machine.");
    return planOf(parsed.href, []);
  }
  const { hostname, username } = parsed;
  const known = parsed.protocol === "https:" || parsed.protocol === "ssh:";
  // ssh takes a name with a leading dash for an option.
  const clear = /^[a-z]+:\/\/[^/]/i.test(address) && hostname !== "";
  if (!known || !clear || hostname.startsWith("-") || username.startsWith("-")) throw invalid(url, "");
  // In the parsed form, so that git cannot interpret it differently.
  return planOf(parsed.href, [hostname]);
}

function planOf(url: string, hosts: readonly string[]): RepositoryPlan {
  return { url, hosts, command: `git clone --depth 1 --single-branch --no-tags -- ${url}` };
}

function invalid(url: string, detail: string): ToolError {
  return new ToolError(
    `'${url.slice(0, 200)}' is not a valid repository address.${detail} Use https://host/path, git@host:path, ssh://host/path or a local folder.`,
    { code: "invalid-url" },
  );
}
