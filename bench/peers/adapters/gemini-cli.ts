import { importPackage } from "./import-package.js";
import type { Peer } from "./peer.js";

interface GeminiResult {
  readonly llmContent: unknown;
  readonly error?: { readonly message: string };
}

interface GeminiTool {
  readonly buildAndExecute: (input: object, signal: AbortSignal) => Promise<GeminiResult>;
}

type GeminiToolClass = new (config: object, bus: unknown) => GeminiTool;

interface GeminiCore {
  readonly Config: new (
    options: object,
  ) => { readonly storage: { initialize(): Promise<void> }; getMessageBus(): unknown };
  readonly ReadFileTool: GeminiToolClass;
  readonly EditTool: GeminiToolClass;
  readonly RipGrepTool: GeminiToolClass;
  readonly GlobTool: GeminiToolClass;
  readonly ShellTool: GeminiToolClass;
}

/** The tools of Gemini CLI, without its corrections by a model, which need a model. */
export const geminiCli: Peer = {
  id: "gemini-cli",
  title: "gemini-cli-core",
  package: "@google/gemini-cli-core",
  open: async (folder) => {
    const loaded = await importPackage<GeminiCore>("@google/gemini-cli-core");
    const config = new loaded.Config({
      sessionId: "bench",
      targetDir: folder,
      cwd: folder,
      debugMode: false,
      interactive: false,
      model: "gemini-2.5-pro",
      disableLLMCorrection: true,
      usageStatisticsEnabled: false,
      telemetry: { enabled: false },
    });
    await config.storage.initialize();
    const create = (Tool: GeminiToolClass) => new Tool(config, config.getMessageBus());
    const call = async (tool: GeminiTool, input: object, signal = new AbortController().signal) => {
      const { llmContent, error } = await tool.buildAndExecute(input, signal);
      if (error !== undefined) throw new Error(error.message);
      return typeof llmContent === "string" ? llmContent : JSON.stringify(llmContent);
    };
    const read = create(loaded.ReadFileTool);
    const edit = create(loaded.EditTool);
    const grep = create(loaded.RipGrepTool);
    const glob = create(loaded.GlobTool);
    const shell = create(loaded.ShellTool);
    return {
      read: ({ path, first, lines }) =>
        call(read, { file_path: path, start_line: first, end_line: first + lines - 1 }),
      edit: ({ path, old, next, replaceAll = false }) =>
        call(edit, {
          file_path: path,
          instruction: "Replace the text.",
          old_string: old,
          new_string: next,
          allow_multiple: replaceAll,
        }),
      grep: (pattern) => call(grep, { pattern }),
      glob: (pattern) => call(glob, { pattern }),
      command: ({ command, signal }) => call(shell, { command }, signal),
    };
  },
};
