/**
 * Compares the verdicts of translated configuration files with those of the programs that own them, offline: the
 * `execpolicy check` of Codex and the `PolicyEngine` of Gemini CLI.
 *
 * Usage: `npm run compare:policies -- FILE --modules DIRECTORY [--limit COUNT] [--seed NUMBER] [--seconds NUMBER] [--verdicts
 * FILE]`. FILE has one JSON object with `command` on each line. The seed (1 by default) selects the generated commands.
 * DIRECTORY is a `node_modules` with `@openai/codex-linux-x64` or `@google/gemini-cli-core`. Codex starts a process for each
 * command with other words, one at a time; after that many seconds, the remaining commands are omitted. `--verdicts` keeps the
 * verdicts of Codex in a file, so that a later run continues with it.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { loadAgentConfig } from "../src/config/index.js";
import type { Verdict } from "../src/contract/index.js";
import { judge, loadCommandReader, normalizePermissions } from "../src/permissions/index.js";
import { shellWord } from "../src/text/index.js";
import { CODEX_RULES, GEMINI_POLICY, generatedCommands } from "./compared-policies.js";

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    modules: { type: "string" },
    limit: { type: "string" },
    seed: { type: "string" },
    seconds: { type: "string" },
    verdicts: { type: "string" },
  },
});
// The policy engine logs every decision.
console.debug = () => undefined;
const [file] = positionals;
if (values.modules === undefined) throw new Error("State the folder with the packages: --modules DIRECTORY.");
const modules = resolve(values.modules);
const logged =
  file === undefined
    ? []
    : readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => String(JSON.parse(line).command));
const commands = [...new Set([...logged, ...generatedCommands(Number(values.seed ?? 1))])].slice(
  0,
  Number(values.limit ?? 1e9),
);
const root = mkdtempSync(join(tmpdir(), "collet-policies-"));
try {
  await compareGemini();
  await compareCodex();
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Prints how often the verdicts agree, and every command that is allowed although its owner does not allow it. */
async function report(
  owner: string,
  pairs: readonly { command: string; ours: Verdict; theirs: Verdict }[],
  plainVerdict: (command: string) => Promise<Verdict>,
): Promise<void> {
  const allowed = pairs.filter(({ ours, theirs }) => ours === "allow" && theirs !== "allow");
  // An owner that compares text asks about `"git" log` although it allows `git log`.
  const readCommand = await loadCommandReader();
  const looser: typeof allowed = [];
  for (const pair of allowed) {
    const { certain = [] } = readCommand(pair.command);
    const verdicts = await Promise.all(certain.map(({ text }) => plainVerdict(text)));
    if (verdicts.length === 0 || verdicts.some((verdict) => verdict !== "allow")) looser.push(pair);
  }
  const askedForDenied = pairs.filter(({ ours, theirs }) => ours === "ask" && theirs === "deny");
  const agreed = pairs.filter(({ ours, theirs }) => ours === theirs);
  const stricter = pairs.filter(({ ours, theirs }) => STRICTNESS[ours] > STRICTNESS[theirs]);
  const share = ((100 * agreed.length) / Math.max(1, pairs.length)).toFixed(1);
  console.log(
    `${owner}: ${pairs.length} commands, ${agreed.length} agree (${share} %), ${stricter.length} stricter, ${askedForDenied.length} asked instead of denied, ${allowed.length - looser.length} allowed in plain spelling, ${looser.length} looser`,
  );
  for (const { command, theirs } of looser.slice(0, 40))
    console.log(`  looser (${theirs}): ${JSON.stringify(command).slice(0, 200)}`);
  for (const { command } of askedForDenied.slice(0, 10))
    console.log(`  asked for denied: ${JSON.stringify(command).slice(0, 200)}`);
  if (looser.length > 0) process.exitCode = 1;
}

async function judgeOf(folder: string, owner: "codex" | "gemini-cli"): Promise<(command: string) => Verdict> {
  const config = await loadAgentConfig(join(root, "app"), {
    home: folder,
    systemRoot: join(root, "none"),
    owners: [owner],
  });
  const readCommand = await loadCommandReader();
  const rules = { ...normalizePermissions(config.permissions), cwd: "/work/app", homeDirectory: "/home/me" };
  return (command) =>
    judge({ names: ["Bash"], kind: "execute", source: "builtin", facts: { command } }, rules, { readCommand })
      .verdict;
}

async function compareGemini(): Promise<void> {
  const core = join(modules, "@google/gemini-cli-core/dist/src");
  if (!existsSync(core)) return console.log("gemini-cli: skipped, @google/gemini-cli-core is not installed");
  const home = join(root, "gemini");
  const policies = join(home, ".gemini/policies");
  mkdirSync(policies, { recursive: true });
  writeFileSync(join(policies, "policy.toml"), GEMINI_POLICY);
  const { loadPoliciesFromToml } = await import(pathToFileURL(join(core, "policy/toml-loader.js")).href);
  const { PolicyEngine } = await import(pathToFileURL(join(core, "policy/policy-engine.js")).href);
  const { rules, errors } = await loadPoliciesFromToml([policies], () => 4);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const engine = new PolicyEngine({ rules });
  const ours = await judgeOf(home, "gemini-cli");
  const theirs = async (command: string): Promise<Verdict> => {
    const { decision } = await engine.check({ name: "run_shell_command", args: { command } });
    return decision === "ask_user" ? "ask" : decision;
  };
  const pairs: { command: string; ours: Verdict; theirs: Verdict }[] = [];
  for (const command of commands) pairs.push({ command, ours: ours(command), theirs: await theirs(command) });
  await report("gemini-cli", pairs, theirs);
}

async function compareCodex(): Promise<void> {
  const program = join(modules, "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex");
  if (!existsSync(program)) return console.log("codex: skipped, @openai/codex-linux-x64 is not installed");
  const home = join(root, "codex");
  mkdirSync(join(home, ".codex/rules"), { recursive: true });
  const rulesFile = join(home, ".codex/rules/rules.rules");
  writeFileSync(rulesFile, CODEX_RULES);
  const ours = await judgeOf(home, "codex");
  const readCommand = await loadCommandReader();
  const decide = codexVerdicts(program, home, rulesFile);
  const endsAt = performance.now() + Number(values.seconds ?? 1e9) * 1000;
  const none = join(root, "without-rules");
  mkdirSync(none);
  const byDefault = await judgeOf(none, "codex");
  const pairs: { command: string; ours: Verdict; theirs: Verdict }[] = [];
  const unruled: typeof pairs = [];
  const partly: typeof pairs = [];
  let omitted = 0;
  // Codex compares the words of one command; of a line with several commands the strictest verdict counts there. A command
  // that no rule matches must be decided as without rules, also in a line of which rules allow the other commands.
  for (const command of commands) {
    const { certain = [] } = readCommand(command);
    if (certain.length === 0) continue;
    const options = { known: performance.now() > endsAt };
    const found = await Promise.all(certain.map(({ words }) => decide(words, options)));
    const decisions = found.filter((each): each is Verdict => each !== undefined && each !== "unknown");
    const strictest = decisions.toSorted((one, other) => STRICTNESS[other] - STRICTNESS[one])[0];
    if (found.includes("unknown")) omitted += 1;
    else if (strictest === undefined)
      unruled.push({ command, ours: ours(command), theirs: byDefault(command) });
    else if (strictest !== "allow" || decisions.length === found.length)
      pairs.push({ command, ours: ours(command), theirs: strictest });
    else {
      const rest = certain
        .filter((_, index) => found[index] === undefined)
        .map(({ words }) => byDefault(words.map(shellWord).join(" ")));
      const theirs = rest.toSorted((one, other) => STRICTNESS[other] - STRICTNESS[one])[0] ?? "allow";
      partly.push({ command, ours: ours(command), theirs });
    }
  }
  console.log(`codex: ${omitted} commands omitted`);
  await report("codex", pairs, async () => "ask");
  await report("codex, commands that no rule matches", unruled, async () => "ask");
  await report("codex, lines in which rules allow only a part", partly, async () => "ask");
}

/** Returns a function that asks Codex about the words of one command; `undefined` if no rule matches. */
function codexVerdicts(program: string, home: string, rulesFile: string) {
  const version = createHash("sha256").update(CODEX_RULES).digest("hex").slice(0, 16);
  const known = new Map<string, Verdict | undefined>();
  const lines =
    values.verdicts !== undefined && existsSync(values.verdicts) ? readFileSync(values.verdicts, "utf8") : "";
  for (const line of lines.split("\n").filter((each) => each !== "")) {
    const { rules, words, decision } = JSON.parse(line);
    if (rules === version) known.set(JSON.stringify(words), decision ?? undefined);
  }
  let last: Promise<unknown> = Promise.resolve();
  const start = async (words: readonly string[]): Promise<Verdict | undefined> => {
    const { stdout } = await promisify(execFile)(
      program,
      ["execpolicy", "check", "--resolve-host-executables", "--rules", rulesFile, "--", ...words],
      { env: { HOME: home, PATH: "/usr/bin:/bin" } },
    );
    const { decision: text } = JSON.parse(stdout) as { decision?: string };
    const decision =
      text === undefined ? undefined : text === "allow" ? "allow" : text === "prompt" ? "ask" : "deny";
    if (values.verdicts !== undefined)
      appendFileSync(values.verdicts, `${JSON.stringify({ rules: version, words, decision })}\n`);
    return decision;
  };
  return (words: readonly string[], options: { readonly known: boolean }) => {
    const key = JSON.stringify(words);
    const next = last.then(async () => {
      if (!known.has(key) && options.known) return "unknown" as const;
      if (!known.has(key)) known.set(key, await start(words));
      return known.get(key);
    });
    last = next;
    return next;
  };
}
