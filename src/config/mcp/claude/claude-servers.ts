import { readClaudeSettings } from "../../claude-code/index.js";
import type { ConfigReader } from "../../load/index.js";
import { member, parseJson } from "../../parse/index.js";
import {
  type OwnerServers,
  refusesAll,
  type ServerEntry,
  type ServerPolicy,
  serversIn,
} from "../server-entry.js";
import { claudePolicies } from "./claude-policies.js";
import { readManagedServers } from "./managed-servers.js";
import { projectChoices } from "./project-choices.js";

/**
 * Reads the servers of Claude Code: those that an administrator provides, those of the project in `~/.claude.json`, `.mcp.json`,
 * and those of the user in `~/.claude.json`.
 */
export async function readClaudeServers(
  reader: ConfigReader,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OwnerServers> {
  const { home, directory, notices } = reader.options;
  const settings = await readClaudeSettings(reader);
  const managed = await readManagedServers(settings, reader);
  const policies: ServerPolicy[] = [...claudePolicies(settings, reader, env), ...managed.policies];
  const entries: ServerEntry[] = [...managed.entries];
  const state = reader.source(`${home}/.claude.json`, "user");
  const read = await reader.data(state, parseJson);
  if (read === "unreadable")
    policies.push(refusesAll(`${state.shown} cannot be read, and it may switch the server off.`));
  const known = read === "unreadable" ? undefined : read;
  const folders = directory === home ? [] : [...(await reader.folders())].reverse();
  const projects = folders.flatMap((folder) => member(member(known, "projects"), folder) ?? []);
  for (const project of projects)
    entries.push(...serversIn("claude-code", member(project, "mcpServers"), state));
  const choices = projectChoices(settings, { projects, state });
  policies.push(...choices.policies);
  for (const folder of folders) {
    const source = reader.source(`${folder}/.mcp.json`, "project");
    const file = await reader.data(source, parseJson);
    const found = serversIn(
      "claude-code",
      file === "unreadable" ? undefined : member(file, "mcpServers"),
      source,
    );
    entries.push(...found);
    for (const { name, line } of source.trusted ? found : [])
      if (!choices.isApproved(name))
        notices.add(
          "ignored",
          { file: source.file, line, text: name },
          "Claude Code asks before it uses the server: here the trust in the folder is the answer.",
        );
  }
  entries.push(...serversIn("claude-code", member(known, "mcpServers"), state));
  return { entries, policies };
}
