/**
 * Compares the verdicts of translated configuration files with those of the programs that own them, offline: the
 * `execpolicy check` of Codex and the `PolicyEngine` of Gemini CLI.
 *
 * Usage: `npm run compare:policies -- FILE --modules DIRECTORY [--limit COUNT] [--seed NUMBER] [--seconds NUMBER]`. FILE has
 * one JSON object with `command` on each line. The seed (1 by default) selects the generated commands. DIRECTORY is a
 * `node_modules` with `@openai/codex-linux-x64` or `@google/gemini-cli-core`. Codex starts a process for each command; after
 * that many seconds, the remaining commands are omitted.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { loadAgentConfig } from "../src/config/index.js";
import type { Verdict } from "../src/contract/index.js";
import { judge, loadCommandReader, normalizePermissions } from "../src/permissions/index.js";
import { CODEX_RULES, GEMINI_POLICY, generatedCommands } from "./compared-policies.js";

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    modules: { type: "string" },
    limit: { type: "string" },
    seed: { type: "string" },
    seconds: { type: "string" },
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
  // Codex compares words, not lines: only lines with one certain command can be compared.
  const simple = commands.flatMap((command) => {
    const { certain = [] } = readCommand(command);
    const [only] = certain;
    return certain.length === 1 && only !== undefined ? [{ command, words: only.words }] : [];
  });
  const pairs: { command: string; ours: Verdict; theirs: Verdict }[] = [];
  let unmatched = 0;
  const check = async ({ command, words }: { command: string; words: readonly string[] }) => {
    const { stdout } = await promisify(execFile)(
      program,
      ["execpolicy", "check", "--rules", rulesFile, "--", ...words],
      {
        env: { HOME: home, PATH: "/usr/bin:/bin" },
      },
    );
    const { decision } = JSON.parse(stdout) as { decision?: string };
    if (decision === undefined) unmatched += 1;
    else
      pairs.push({
        command,
        ours: ours(command),
        theirs: decision === "allow" ? "allow" : decision === "prompt" ? "ask" : "deny",
      });
  };
  const queue = [...simple].reverse();
  const endsAt = performance.now() + Number(values.seconds ?? 1e9) * 1000;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (queue.length > 0 && performance.now() < endsAt) await check(queue.pop() as (typeof simple)[0]);
    }),
  );
  console.log(`codex: ${unmatched} commands match no rule, ${queue.length} omitted`);
  await report("codex", pairs, async () => "ask");
}
