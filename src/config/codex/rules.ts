import type { Verdict } from "../../contract/index.js";
import type { ConfigReader } from "../load/index.js";
import { type ConfigSource, type OwnerRules, type RuleConditions, translated } from "../policy/index.js";
import { readStarlark, type StarlarkCall, type StarlarkValue } from "./read-starlark.js";

const VERDICTS: ReadonlyMap<StarlarkValue, Verdict> = new Map<StarlarkValue, Verdict>([
  ["allow", "allow"],
  ["prompt", "ask"],
  ["forbidden", "deny"],
]);

/** Most command patterns of one rule; every combination of its alternatives is one. */
const MAX_PATTERNS = 200;

/** Words that the permission engine compares exactly as written. */
const PLAIN_WORD = /^[\w./:=@%+,-]+$/;

/** A rules file of Codex. */
export interface CodexRulesFile {
  readonly source: ConfigSource;
  readonly text: string;
}

/** Adds the rules of Codex's `.rules` files. The strictest rule that matches decides. */
export function addCodexRules(
  files: readonly CodexRulesFile[],
  rules: OwnerRules,
  reader: ConfigReader,
): void {
  const read: { source: ConfigSource; call: StarlarkCall }[] = [];
  for (const { source, text } of files) {
    try {
      for (const call of readStarlark(text)) read.push({ source, call });
    } catch (thrown) {
      reader.lose(source, `The file cannot be parsed: ${(thrown as Error).message}.`);
    }
  }
  const executables = executablesOf(read.map(({ call }) => call));
  for (const { source, call } of read) {
    if (call.name === "prefix_rule") addPrefixRule(call, source, executables, { rules, reader });
    else if (call.name === "network_rule") addNetworkRule(call, source, { rules, reader });
    else if (call.name !== "host_executable")
      reader.lose(source, `The function ${call.name} is not known.`, call.line);
  }
}

function executablesOf(calls: readonly StarlarkCall[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { name, arguments: given } of calls) {
    const program = given.get("name");
    const paths = given.get("paths");
    if (name !== "host_executable" || typeof program !== "string" || !Array.isArray(paths)) continue;
    found.set(
      program,
      paths.filter((path): path is string => typeof path === "string" && PLAIN_WORD.test(path)),
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
  executables: ReadonlyMap<string, readonly string[]>,
  { rules, reader }: Target,
): void {
  const pattern = given.get("pattern");
  const decision = given.has("decision") ? given.get("decision") : "allow";
  const verdict = VERDICTS.get(decision);
  const words = Array.isArray(pattern) ? pattern.map(alternativesOf) : [];
  if (verdict === undefined || words.length === 0 || words.some((each) => each === undefined)) {
    reader.lose(source, "The rule has no valid pattern and decision.", line);
    return;
  }
  const justification = given.get("justification");
  const reason = typeof justification === "string" ? justification : undefined;
  const text = `prefix_rule ${JSON.stringify(pattern)} ${String(decision)}`;
  const position = { source, line, text, reason };
  const combined = combinations(words as readonly (readonly string[])[]);
  if (combined === undefined) {
    if (verdict === "allow")
      rules.add(
        verdict,
        translated([], "stricter", "It has too many alternatives, so it allows nothing."),
        position,
      );
    else
      rules.add(
        verdict,
        translated(
          { command: "*" },
          "stricter",
          "It has too many alternatives, so it applies to every command.",
        ),
        position,
      );
    return;
  }
  const isPlain = combined.flat().every((word) => PLAIN_WORD.test(word));
  if (verdict === "allow") {
    if (!isPlain) {
      rules.add(
        verdict,
        translated([], "stricter", "It contains words that cannot be expressed, so it allows nothing."),
        position,
      );
      return;
    }
    const withPaths = combined.flatMap(([program = "", ...rest]) => [
      [program, ...rest],
      ...(executables.get(program) ?? []).map((path) => [path, ...rest]),
    ]);
    rules.add(verdict, translated(withPaths.map(commandOf)), position);
    return;
  }
  const loose = combined.map((each) => each.map((word) => word.replace(/[^\w./:=@%+,-]+/g, "*")));
  rules.add(verdict, translated(loose.map(commandOf)), position);
}

function commandOf(words: readonly string[]): RuleConditions {
  return { command: `${words.join(" ")} *` };
}

function alternativesOf(word: StarlarkValue): readonly string[] | undefined {
  const list = typeof word === "string" ? [word] : word;
  const good =
    Array.isArray(list) && list.length > 0 && list.every((each) => typeof each === "string" && each !== "");
  return good ? (list as readonly string[]) : undefined;
}

function combinations(words: readonly (readonly string[])[]): readonly (readonly string[])[] | undefined {
  let found: readonly (readonly string[])[] = [[]];
  for (const alternatives of words) {
    if (found.length * alternatives.length > MAX_PATTERNS) return undefined;
    found = found.flatMap((start) => alternatives.map((word) => [...start, word]));
  }
  return found;
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
  else rules.add(verdict, translated({ host }), position);
}
