import { Option } from "commander";
import { PERMISSION_PRESETS, type PermissionPreset } from "../permissions/index.js";
import { TOOLSETS, type ToolsetName } from "../toolsets/index.js";
import type { CommandLineStreams, Subcommand } from "./command-line-streams.js";
import { EXIT_CODES } from "./exit-code.js";
import { folderOf } from "./host/index.js";
import { createProgressBar } from "./replay/progress-bar.js";
import { replayTranscripts } from "./replay/replay-transcripts.js";
import { reportText } from "./replay/report-text.js";
import { transcriptFiles } from "./replay/transcript-files.js";

interface ReplayCommandOptions {
  readonly toolset?: ToolsetName;
  readonly permissions: PermissionPreset;
  readonly trusted?: boolean;
  readonly json?: true;
  readonly cwd?: string;
  readonly root?: string;
}

/** The subcommand `collet replay`: reports what Collet would do with the calls of recorded sessions; executes nothing. */
export const replayCommand: Subcommand = {
  addTo(program, { streams, end }) {
    program
      .command("replay")
      .description("report what the tools would do with the calls of recorded sessions; executes nothing")
      .argument(
        "<transcripts...>",
        "files or folders with sessions of Claude Code, Codex, OpenCode, Gemini CLI or the AI SDK",
      )
      .addOption(
        new Option("--toolset <name>", "toolset for all sessions (default: that of each agent)").choices(
          Object.keys(TOOLSETS),
        ),
      )
      .addOption(
        new Option("--permissions <preset>", "what may run without a question")
          .choices([...PERMISSION_PRESETS])
          .default("default"),
      )
      .option("--cwd <folder>", "folder that relative paths of transcripts start at")
      .addOption(new Option("--root <folder>", "the same as --cwd").hideHelp())
      .option("--trusted", "judge commands as in a trusted folder")
      .option("--json", "print the whole report as JSON")
      .action(async (paths: readonly string[], options: ReplayCommandOptions) => {
        end(await replay(paths, options, streams));
      });
  },
};

async function replay(
  paths: readonly string[],
  { toolset, permissions, trusted = false, json, ...folders }: ReplayCommandOptions,
  streams: CommandLineStreams,
): Promise<number> {
  const { stdout, stderr, signal } = streams;
  const files = await transcriptFiles(paths, folderOf(folders, streams));
  const progress = createProgressBar(
    files.reduce((sum, { bytes }) => sum + bytes, 0),
    streams,
  );
  const report = await replayTranscripts(files, {
    ...{ toolset, permissions, signal },
    isTrusted: trusted,
    onProgress: (bytes) => progress.update(bytes),
  });
  progress.end();
  stdout.write(`${json === undefined ? reportText(report) : JSON.stringify(report, undefined, 2)}\n`);
  if (signal.aborted) return EXIT_CODES.interrupted;
  if (Object.keys(report.formats).length > 0) return EXIT_CODES.done;
  stderr.write(
    files.length === 0
      ? "The folder contains no files that end in .jsonl, .ndjson or .json.\n"
      : "No calls of a known agent were found.\n",
  );
  return EXIT_CODES.failed;
}
