import type { Verdict } from "../../contract/index.js";
import { createYield } from "../../values/index.js";
import type { ConfigReader } from "../load/index.js";
import { type ConfigSource, type OwnerRules, translated } from "../policy/index.js";
import { refusedBecause } from "./check-call.js";
import { contradiction } from "./match-examples.js";
import { addPrefix, type Executables, PLAIN_WORD } from "./prefix-rule.js";
import { readStarlark, type StarlarkCall, type StarlarkValue } from "./read-starlark.js";

const VERDICTS: ReadonlyMap<StarlarkValue, Verdict> = new Map<StarlarkValue, Verdict>([
  ["allow", "allow"],
  ["prompt", "ask"],
  ["forbidden", "deny"],
]);

/** A rules file of Codex. */
export interface CodexRulesFile {
  readonly source: ConfigSource;
  readonly text: string;
}

/**
 * Adds the rules of Codex's `.rules` files, and returns the programs that they name. The strictest rule that matches
 * decides.
 */
export async function addCodexRules(
  files: readonly CodexRulesFile[],
  rules: OwnerRules,
  reader: ConfigReader,
): Promise<Executables> {
  const pause = createYield();
  const read: { source: ConfigSource; call: StarlarkCall }[] = [];
  for (const { source, text } of files) {
    try {
      for (const call of await readStarlark(text, pause)) {
        await pause();
        const problem = refusedBecause(call);
        if (problem !== undefined) reader.lose(source, problem, call.line);
        read.push({ source, call });
      }
    } catch (thrown) {
      reader.lose(source, `The file cannot be parsed: ${(thrown as Error).message}.`);
    }
  }
  const executables = executablesOf(read, reader);
  for (const { source, call } of read) {
    await pause();
    if (call.name === "prefix_rule") addPrefixRule(call, source, executables, { rules, reader });
    else if (call.name === "network_rule") addNetworkRule(call, source, { rules, reader });
  }
  return executables;
}

/** Returns the paths of programs; those of a later file replace those of an earlier one. */
function executablesOf(
  calls: readonly { readonly source: ConfigSource; readonly call: StarlarkCall }[],
  reader: ConfigReader,
): Executables {
  const found = new Map<string, ReadonlySet<string>>();
  for (const { source, call } of calls) {
    const { name, line, arguments: given } = call;
    const program = given.get("name");
    const paths = given.get("paths");
    if (name !== "host_executable" || typeof program !== "string" || !Array.isArray(paths)) continue;
    if (!source.trusted) {
      const origin = { file: source.file, line, text: `host_executable ${program}` };
      reader.options.notices.add("untrusted", origin, "The folder is not trusted, so it names no programs.");
      continue;
    }
    found.set(
      program,
      new Set(paths.filter((path): path is string => typeof path === "string" && PLAIN_WORD.test(path))),
    );
  }
  return found;
}

interface Target {
  readonly rules: OwnerRules;
  readonly reader: ConfigReader;
}

function addPrefixRule(
  { line, arguments: given }: StarlarkCall,
  source: ConfigSource,
  executables: Executables,
  { rules, reader }: Target,
): void {
  const list = given.get("pattern");
  const decision = given.has("decision") ? given.get("decision") : "allow";
  const verdict = VERDICTS.get(decision);
  const words = Array.isArray(list) ? list.map(alternativesOf) : [];
  if (verdict === undefined || words.length === 0 || words.some((each) => each === undefined)) {
    reader.lose(source, "The rule has no valid pattern and decision.", line);
    return;
  }
  const pattern = words as readonly (readonly string[])[];
  const wrong = contradiction(given, pattern, executables);
  if (wrong !== undefined) reader.lose(source, wrong, line);
  const justification = given.get("justification");
  const reason = typeof justification === "string" ? justification : undefined;
  const text = `prefix_rule ${JSON.stringify(list)} ${String(decision)}`;
  addPrefix({ pattern, verdict, executables }, rules, { source, line, text, reason });
}

function alternativesOf(word: StarlarkValue): readonly string[] | undefined {
  const list = typeof word === "string" ? [word] : word;
  const good =
    Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === "string" && each !== "");
  return good ? (list as readonly string[]) : undefined;
}

function addNetworkRule(
  { line, arguments: given }: StarlarkCall,
  source: ConfigSource,
  { rules, reader }: Target,
): void {
  const host = given.get("host");
  const decision = given.get("decision");
  const verdict = decision === "deny" ? "deny" : VERDICTS.get(decision);
  if (typeof host !== "string" || host.trim() === "" || verdict === undefined) {
    reader.lose(source, "The rule has no valid host and decision.", line);
    return;
  }
  const position = { source, line, text: `network_rule ${host} ${String(decision)}` };
  if (verdict === "allow")
    rules.add(
      verdict,
      translated([], "stricter", "It concerns the network of commands, which has no list of hosts."),
      position,
    );
  else rules.add(verdict, translated({ host: host.toLowerCase().replace(/\.?(?::\d+)?$/, "") }), position);
}
