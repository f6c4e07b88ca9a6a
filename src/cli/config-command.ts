import { homedir } from "node:os";
import { type AgentConfig, type ConfigNotice, loadAgentConfig } from "../config/index.js";
import { createToolRuntime } from "../create-tool-runtime.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { EXIT_CODES } from "./exit-code.js";
import { folderOf } from "./host/index.js";
import { onOneLine } from "./printable.js";

interface ConfigCommandOptions {
  readonly cwd?: string;
  readonly home?: string;
  readonly trusted?: boolean;
  readonly json?: true;
}

/** Kinds of notices that only inform: the setting works as its owner meant it, or the user has not trusted the folder. */
const HARMLESS: readonly ConfigNotice["kind"][] = ["ignored", "untrusted"];

/** The subcommand `collet config`: explains and checks the configuration files of other agents; executes nothing. */
export const configCommand: Subcommand = {
  addTo(program, { streams, end }) {
    const config = program
      .command("config")
      .description("explain and check the configuration files of other agents; executes nothing");
    config
      .command("check")
      .description(
        "list settings that never match, contradict each other, or are stricter than in their program",
      )
      .option("--cwd <folder>", "the project")
      .option("--home <folder>", "the home folder")
      .option("--trusted", "count what the files of the project allow")
      .option("--json", "print the report as JSON")
      .action(async (options: ConfigCommandOptions) => {
        const { report } = await load(options, streams);
        const lines = report.map((notice) => noticeText(notice));
        streams.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : lines.join(""));
        const isClean = report.every(({ kind }) => HARMLESS.includes(kind));
        if (report.length === 0 && !options.json) streams.stdout.write("No remarks.\n");
        end(isClean ? EXIT_CODES.done : EXIT_CODES.failed);
      });
    config
      .command("explain")
      .description("print which file, line and rule decides about a command; without one, print all rules")
      .argument("[command]", "a shell command, in quotes")
      .option("--cwd <folder>", "the project")
      .option("--home <folder>", "the home folder")
      .option("--trusted", "count what the files of the project allow")
      .action(async (command: string | undefined, options: ConfigCommandOptions) => {
        const loaded = await load(options, streams);
        const text = command === undefined ? rulesText(loaded) : await explain(command, loaded);
        streams.stdout.write(`${text}\n`);
        end(EXIT_CODES.done);
      });
  },
};

function load(
  { home = homedir(), trusted = false, ...folders }: ConfigCommandOptions,
  streams: CommandLineStreams,
): Promise<AgentConfig> {
  const { cwd } = folders;
  return loadAgentConfig(folderOf(cwd === undefined ? {} : { cwd }, streams), { home, trusted });
}

function noticeText({ kind, file, line, text, message }: ConfigNotice): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return `${kind} ${onOneLine(place)}${text === undefined ? "" : ` ${onOneLine(text)}`}\n  ${onOneLine(message)}\n`;
}

function rulesText({ rules }: AgentConfig): string {
  if (rules.length === 0) return "No rules.";
  return rules.map(({ rule }) => onOneLine(`${rule.verdict} ${rule.reason ?? ""}`)).join("\n");
}

async function explain(command: string, config: AgentConfig): Promise<string> {
  // No command runs here, so a sandbox of the settings that this machine lacks does not matter.
  const { cwd, roots, permissions } = config;
  const { autoAllow: _, ...rules } = permissions;
  await using runtime = createToolRuntime({ cwd, roots, permissions: rules, toolset: "claude-code" });
  const { text } = await runtime.explain({ id: "1", name: "Bash", input: { command } });
  return text.split("\n").map(onOneLine).join("\n");
}
