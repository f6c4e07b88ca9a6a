import type { McpServerConfig } from "../../../adapters/mcp/index.js";
import { wildcard } from "../../../text/index.js";
import { type ConfigValue, itemsOf, member, textOf, textsOf } from "../../parse/index.js";
import type { JudgedServer } from "../server-entry.js";
import { deniedUrl, urlPattern } from "../url-pattern.js";

/** The key by which an entry of `allowedMcpServers` or `deniedMcpServers` names servers. */
export type ListKey = "serverName" | "serverUrl" | "serverCommand";

const KEYS: readonly ListKey[] = ["serverName", "serverUrl", "serverCommand"];

/** An entry of `allowedMcpServers` or `deniedMcpServers`. */
export interface ListedServer {
  readonly key: ListKey;
  readonly matches: (server: JudgedServer) => boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The names that an entry of an allow-list may have. */
const ALLOWED_NAME = /^[\w-]+$/;

/** Reads an entry of a deny-list; `undefined` for one that is not valid. A variable that is not set matches any text. */
export function deniedServer(item: ConfigValue, env: Environment): ListedServer | undefined {
  const { key, texts } = keyOf(item) ?? {};
  if (key === undefined || texts === undefined) return undefined;
  if (key === "serverName") return { key, matches: ({ entry }) => entry.name === texts[0] };
  const expanded = texts.map((text) => expand(text, env) ?? withReferences(text, () => "*") ?? text);
  if (key === "serverUrl") {
    const matches = deniedUrl(expanded[0] as string);
    return { key, matches: ({ config }) => "url" in config && matches(String(config.url)) };
  }
  const words = texts.map((text, index) =>
    expand(text, env) === undefined
      ? wildcard(expanded[index] as string)
      : exactly(expanded[index] as string),
  );
  return { key, matches: ({ config }) => isCommand(config, words) };
}

/** Reads an entry of an allow-list; `undefined` for one that is not valid, or that variables could change. */
export function allowedServer(item: ConfigValue, env: Environment): ListedServer | undefined {
  const { key, texts } = keyOf(item) ?? {};
  if (key === undefined || texts === undefined) return undefined;
  const [text = ""] = texts;
  if (key === "serverName")
    return ALLOWED_NAME.test(text) ? { key, matches: ({ entry }) => entry.name === text } : undefined;
  if (key === "serverUrl") {
    const matches = text.includes("${") ? undefined : urlPattern(text);
    return matches && { key, matches: ({ config }) => "url" in config && matches(String(config.url)) };
  }
  const expanded = texts.map((each) => expand(each, env));
  if (expanded.includes(undefined)) return undefined;
  const words = expanded.map((each) => exactly(each as string));
  return { key, matches: ({ config }) => isCommand(config, words) };
}

function exactly(expected: string): (text: string) => boolean {
  return (text) => text === expected;
}

/** Returns the only key of an entry with its texts. */
function keyOf(item: ConfigValue): { key: ListKey; texts: readonly string[] } | undefined {
  const [key, ...others] = KEYS.filter((each) => member(item, each) !== undefined);
  const value = key === undefined ? undefined : member(item, key);
  if (key === undefined || others.length > 0) return undefined;
  const isList = key === "serverCommand";
  const texts = isList ? textsOf(value) : [textOf(value) ?? ""];
  const isWhole = !isList || (value?.type === "list" && itemsOf(value).length === texts.length);
  return isWhole && texts[0] !== undefined && texts[0] !== "" ? { key, texts } : undefined;
}

function isCommand(config: McpServerConfig, words: readonly ((text: string) => boolean)[]): boolean {
  if (!("command" in config)) return false;
  const actual = [config.command, ...(config.args ?? [])];
  return actual.length === words.length && words.every((matches, index) => matches(actual[index] as string));
}

/** The name and the default value between the braces of a reference to a variable. */
const REFERENCE = /^([A-Za-z_]\w*)(?::-(.*))?$/s;

/** Returns a text with the values of its variables; `undefined` if one is not set. */
function expand(text: string, env: Environment): string | undefined {
  return withReferences(
    text,
    (name, otherwise) => (Object.hasOwn(env, name) ? env[name] : undefined) ?? otherwise,
  );
}

/** Returns a text with another text in place of each reference; `undefined` if there is none for one. Time is linear in the text. */
function withReferences(
  text: string,
  replace: (name: string, otherwise: string | undefined) => string | undefined,
): string | undefined {
  let expanded = "";
  let done = 0;
  let close = -1;
  for (let open = text.indexOf("${"); open !== -1; open = text.indexOf("${", Math.max(done, open + 2))) {
    if (close < open) close = text.indexOf("}", open);
    if (close === -1) break;
    const reference = REFERENCE.exec(text.slice(open + 2, close));
    if (reference === null) continue;
    const [, name = "", otherwise] = reference;
    const value = replace(name, otherwise);
    if (value === undefined) return undefined;
    expanded += text.slice(done, open) + value;
    done = close + 1;
  }
  return expanded + text.slice(done);
}
