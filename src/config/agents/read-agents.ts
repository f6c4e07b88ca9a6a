import { type AgentKind, agentKinds } from "../../agents/index.js";
import { type AnyTool, describeThrown } from "../../contract/index.js";
import type { ConfigReader, ConfigScope } from "../load/index.js";
import { type FrontMatter, member, parseFrontMatter, textOf, textsOf } from "../parse/index.js";
import type { NoticeList } from "../report/index.js";

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Kinds of tools that change nothing. */
const READING: readonly AnyTool["kind"][] = ["read", "search", "fetch", "think"];

/** Names of Claude Code's tools that change nothing. */
const READING_TOOLS = ["read", "glob", "grep", "ls", "webfetch", "websearch", "todowrite", "skill"];

/** Reads the subagent files of Claude Code (`.claude/agents/*.md`) as kinds of subagents; those of a trusted project come first. */
export async function readAgents(reader: ConfigReader): Promise<readonly AgentKind[]> {
  const { directory, home, trusted, files, notices } = reader.options;
  const found = new Map<string, AgentKind>();
  const scopes: readonly (readonly [string, ConfigScope])[] = [
    ...(directory === home ? [] : [[directory, "project"] as const]),
    [home, "user"],
  ];
  for (const [root, scope] of scopes) {
    for (const { name, type } of await files.list(`${root}/.claude/agents`)) {
      if (type !== "file" || !name.endsWith(".md")) continue;
      const file = `${root}/.claude/agents/${name}`;
      if (scope === "project" && !trusted) {
        notices.add("untrusted", { file }, "The folder is not trusted, so its subagents are not offered.");
        continue;
      }
      const read = await files.read(file);
      if (read.status !== "read") {
        notices.add("invalid", { file }, "The file cannot be read.");
        continue;
      }
      try {
        const kind = kindOf(await parseFrontMatter(read.text), file, notices);
        if (kind !== undefined && !found.has(kind.name)) found.set(kind.name, kind);
      } catch (thrown) {
        notices.add("invalid", { file }, `The header cannot be parsed: ${describeThrown(thrown)}`);
      }
    }
  }
  return [...found.values()];
}

function kindOf(parsed: FrontMatter | undefined, file: string, notices: NoticeList): AgentKind | undefined {
  const name = textOf(member(parsed?.header, "name"));
  const description = textOf(member(parsed?.header, "description"));
  if (
    parsed === undefined ||
    name === undefined ||
    !NAME.test(name) ||
    description === undefined ||
    parsed.body === ""
  ) {
    notices.add("invalid", { file }, "The subagent has no valid name, description and prompt.");
    return undefined;
  }
  if (Object.hasOwn(agentKinds, name))
    notices.add("ignored", { file, text: name }, "It replaces the built-in kind of this name.");
  const model = textOf(member(parsed.header, "model"));
  if (model !== undefined && model !== "inherit")
    notices.add("ignored", { file, text: model }, "The model of the runtime is used.");
  for (const key of ["hooks", "mcpServers", "permissionMode", "skills", "memory", "isolation"])
    if (member(parsed.header, key) !== undefined)
      notices.add("ignored", { file, text: key }, "This field of a subagent has no effect.");
  const list = member(parsed.header, "tools");
  const refused = new Set(namesOf(member(parsed.header, "disallowedTools")).map(lowerCase));
  if (list === undefined && refused.size === 0)
    return { name, description, rights: "full", system: parsed.body };
  const listed = namesOf(list);
  // A specifier restricts calls, not the list of tools.
  const exact = listed.filter((each) => !each.includes("("));
  for (const each of listed)
    if (each.includes("("))
      notices.add(
        "stricter",
        { file, text: each },
        "The specifier cannot be expressed: the tool is not offered.",
      );
  const allowed = list === undefined ? undefined : new Set(exact.map(lowerCase));
  const isReading = allowed !== undefined && [...allowed].every((each) => READING_TOOLS.includes(each));
  return {
    name,
    description,
    rights: isReading ? "read-only" : "full",
    system: parsed.body,
    tools: (tool) => {
      const names = [tool.name, ...tool.aliases.map((alias) => alias.name)].map(lowerCase);
      if (names.some((each) => refused.has(each))) return false;
      if (isReading && !READING.includes(tool.kind)) return false;
      return allowed === undefined || names.some((each) => allowed.has(each));
    },
  };
}

function namesOf(value: Parameters<typeof textsOf>[0]): readonly string[] {
  return textsOf(value)
    .flatMap((text) => text.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function lowerCase(name: string): string {
  return name.toLowerCase();
}
