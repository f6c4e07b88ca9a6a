import { wildcard } from "../../text/index.js";
import { type AmpFile, readAmpFiles } from "../amp/index.js";
import type { ConfigReader } from "../load/index.js";
import { type ConfigValue, entriesOf, member, textOf } from "../parse/index.js";
import {
  type JudgedServer,
  type OwnerServers,
  refusesAll,
  type ServerPolicy,
  serversIn,
} from "./server-entry.js";

/** Reads the servers of Amp, and `amp.mcpPermissions`, of which the first entry that matches decides. */
export async function readAmpServers(reader: ConfigReader): Promise<OwnerServers> {
  const files = await readAmpFiles(reader);
  const entries = files.flatMap(({ source, value }) =>
    serversIn("amp", member(value, "amp.mcpServers"), source),
  );
  return { entries, policies: [permissionsOf(files, reader)] };
}

interface Permission {
  readonly isAllowing: boolean;
  readonly place: string;
  readonly matches: (server: JudgedServer) => boolean;
}

function permissionsOf(files: readonly AmpFile[], { options: { notices } }: ConfigReader): ServerPolicy {
  const permissions: Permission[] = [];
  for (const { source, value } of files) {
    const list = member(value, "amp.mcpPermissions");
    if (list === undefined) continue;
    const place = (each: ConfigValue) => `amp.mcpPermissions (${source.shown}:${each.line})`;
    if (list.type !== "list") return refusesAll(`${place(list)} is not a list.`, "all");
    for (const item of list.items) {
      const isAllowing = textOf(member(item, "action")) === "allow";
      const { matches, isExact } = matcherOf(item);
      if (isAllowing && (!source.trusted || !isExact)) {
        const origin = { file: source.file, line: item.line, text: "amp.mcpPermissions" };
        if (source.trusted)
          notices.add("stricter", origin, "Its condition cannot be expressed, so the entry allows nothing.");
        else notices.add("untrusted", origin, "The folder is not trusted, so the entry allows nothing.");
      } else permissions.push({ isAllowing, place: place(item), matches });
    }
  }
  return {
    concerns: "all",
    refusal: (server) => {
      const first = permissions.find(({ matches }) => matches(server));
      return first === undefined || first.isAllowing ? undefined : `${first.place} blocks it.`;
    },
  };
}

const CONDITIONS = ["command", "args", "url"];

/** Returns whether an entry matches a server. A condition that cannot be expressed is omitted, so a refusal matches more. */
function matcherOf(item: ConfigValue): {
  readonly matches: Permission["matches"];
  readonly isExact: boolean;
} {
  const set = member(item, "matches");
  const conditions = entriesOf(set).map(([key, value]) => ({ key, pattern: textOf(value) }));
  const usable = conditions.filter(
    ({ key, pattern }) =>
      CONDITIONS.includes(key) &&
      pattern !== undefined &&
      !/[?[\]{}\\]/.test(pattern) &&
      !isExpression(pattern),
  );
  const isRemote = conditions.some(({ key }) => key === "url");
  const isLocal = conditions.some(({ key }) => key === "command" || key === "args");
  return {
    isExact: conditions.length > 0 && usable.length === conditions.length,
    matches: ({ config }) => {
      if ("url" in config ? isLocal && !isRemote : isRemote && !isLocal) return false;
      const texts: Readonly<Record<string, string | undefined>> =
        "url" in config
          ? { url: String(config.url) }
          : { command: config.command, args: (config.args ?? []).join(" ") };
      return usable.every(({ key, pattern = "" }) => wildcard(pattern)(texts[key] ?? ""));
    },
  };
}

function isExpression(pattern: string): boolean {
  return pattern.length > 1 && pattern.startsWith("/") && pattern.endsWith("/");
}
