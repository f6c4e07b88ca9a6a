import { importPackage } from "./import-package.js";
import type { Peer } from "./peer.js";

interface PiResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
}

interface PiTool {
  readonly name: string;
  readonly prepareArguments?: (input: unknown) => unknown;
  readonly execute: (id: string, input: unknown, signal?: AbortSignal) => Promise<PiResult>;
}

type CreatePiTool = (folder: string) => PiTool;

interface Pi {
  readonly createReadTool: CreatePiTool;
  readonly createEditTool: CreatePiTool;
  readonly createGrepTool: CreatePiTool;
  readonly createFindTool: CreatePiTool;
  readonly createBashTool: CreatePiTool;
}

interface PiAi {
  readonly validateToolArguments: (tool: PiTool, call: object) => unknown;
}

/** The tools of pi, each with the validation of its agent loop. */
export const pi: Peer = {
  id: "pi",
  title: "pi",
  package: "@earendil-works/pi-coding-agent",
  open: async (folder) => {
    process.env.PI_OFFLINE = "1"; // pi otherwise downloads ripgrep and fd
    const loaded = await importPackage<Pi>("@earendil-works/pi-coding-agent");
    const { validateToolArguments } = await importPackage<PiAi>("@earendil-works/pi-ai");
    const call = async (tool: PiTool, input: unknown, signal?: AbortSignal) => {
      const written = tool.prepareArguments?.(input) ?? input;
      const checked = validateToolArguments(tool, {
        type: "toolCall",
        id: "1",
        name: tool.name,
        arguments: written,
      });
      const result = await tool.execute("1", checked, signal);
      const text = result.content.map((part) => part.text ?? "").join("");
      if (result.isError === true) throw new Error(text);
      return text;
    };
    const read = loaded.createReadTool(folder);
    const edit = loaded.createEditTool(folder);
    const grep = loaded.createGrepTool(folder);
    const find = loaded.createFindTool(folder);
    const bash = loaded.createBashTool(folder);
    return {
      read: ({ path, first, lines }) => call(read, { path, offset: first, limit: lines }),
      // pi has no option to replace all places.
      edit: ({ path, old, next }) => call(edit, { path, edits: [{ oldText: old, newText: next }] }),
      grep: (pattern) => call(grep, { pattern }),
      glob: (pattern) => call(find, { pattern }),
      command: ({ command, signal }) => call(bash, { command }, signal),
    };
  },
};
