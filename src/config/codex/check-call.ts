import type { StarlarkCall, StarlarkValue } from "./read-starlark.js";

/** The arguments of each function of a rules file, and whether each must be given. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  prefix_rule: { pattern: true, decision: false, match: false, not_match: false, justification: false },
  network_rule: { host: true, protocol: true, decision: true, justification: false },
  host_executable: { name: true, paths: true },
};

/** The protocols of `network_rule` in Codex 0.171. */
const PROTOCOLS: readonly StarlarkValue[] = [
  "http",
  "https",
  "https_connect",
  "http-connect",
  "socks5_tcp",
  "socks5_udp",
];

/**
 * Returns why Codex refuses a call; `undefined` for one that it accepts. Codex then refuses the whole file, so that none of
 * its rules counts.
 */
export function refusedBecause({ name, arguments: given }: StarlarkCall): string | undefined {
  const known = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name] : undefined;
  if (known === undefined) return `The function ${name} is not known.`;
  for (const key of given.keys()) {
    if (!Object.hasOwn(known, key)) return `${name} has no argument ${key}.`;
    if (given.get(key) === undefined) return `The argument ${key} of ${name} is None.`;
  }
  for (const [key, isRequired] of Object.entries(known))
    if (isRequired && !given.has(key)) return `${name} needs the argument ${key}.`;
  const justification = given.get("justification");
  if (given.has("justification") && (typeof justification !== "string" || justification.trim() === ""))
    return "The justification is not a text, or empty.";
  if (name === "network_rule") return networkProblem(given);
  return name === "host_executable" ? executableProblem(given) : undefined;
}

function networkProblem(given: StarlarkCall["arguments"]): string | undefined {
  const host = given.get("host");
  if (typeof host !== "string" || !/^[^\s*/]+$/.test(host))
    return "The host is not the name of one host, without a scheme and wildcards.";
  return PROTOCOLS.includes(given.get("protocol"))
    ? undefined
    : `The protocol is not one of ${PROTOCOLS.join(", ")}.`;
}

function executableProblem(given: StarlarkCall["arguments"]): string | undefined {
  const name = given.get("name");
  const paths = given.get("paths");
  if (typeof name !== "string" || name === "" || name === ".." || name.includes("/"))
    return "The name of an executable is a file name without a folder.";
  const isGood = (path: StarlarkValue) =>
    typeof path === "string" && path.startsWith("/") && path.slice(path.lastIndexOf("/") + 1) === name;
  return Array.isArray(paths) && paths.every(isGood)
    ? undefined
    : `The paths of an executable are absolute and end with its name: "/usr/bin/${name}".`;
}
