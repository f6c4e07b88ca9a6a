import { describeThrown, ToolError } from "../../../contract/index.js";
import { isList } from "../../../runtime/index.js";
import type { DeepagentsSession } from "./deepagents-types.js";
import {
  type ArgumentKinds,
  COUNT,
  FLAG,
  isBytes,
  nullable,
  optional,
  requireArguments,
  requireItems,
  TEXT,
} from "./session-arguments.js";

/** Arguments of the functions whose results can say what was wrong. */
const ARGUMENTS = {
  ls: { path: TEXT },
  read: { filePath: TEXT, offset: optional(COUNT), limit: optional(COUNT) },
  readRaw: { filePath: TEXT },
  write: { filePath: TEXT, content: TEXT },
  edit: { filePath: TEXT, oldString: TEXT, newString: TEXT, replaceAll: optional(FLAG) },
  grep: { pattern: TEXT, path: nullable(TEXT), glob: nullable(TEXT), maxCount: nullable(COUNT) },
  glob: { pattern: TEXT, path: nullable(TEXT) },
  delete: { filePath: TEXT },
  execute: { command: TEXT },
} as const satisfies Partial<Record<keyof DeepagentsSession, ArgumentKinds>>;

type Operation = (...parameters: unknown[]) => unknown;

/** Returns a sandbox whose functions check their arguments, and return a result that names what was wrong. */
export function checkingDeepagents(session: DeepagentsSession): DeepagentsSession {
  const checked = Object.entries(ARGUMENTS).map(([name, kinds]) => [
    name,
    async (...parameters: unknown[]): Promise<unknown> => {
      try {
        requireArguments(name, parameters, kinds);
      } catch (error) {
        const text = messageOf(error);
        return name === "execute" ? { output: text, exitCode: null, truncated: false } : { error: text };
      }
      return (session[name as keyof typeof ARGUMENTS] as Operation)(...parameters);
    },
  ]);
  return { ...session, ...Object.fromEntries(checked) };
}

/** Returns the files to upload. Throws before the first one is written if one of them is invalid. */
export function uploadsOf(given: unknown): (readonly [path: string, content: Uint8Array])[] {
  return requireItems("uploadFiles", given, {
    expected: "a list of pairs of a path and its content as a Uint8Array",
    read: (item) => {
      if (!isList(item)) return undefined;
      const [path, content] = [item[0], item[1]];
      return typeof path === "string" && isBytes(content) ? ([path, content] as const) : undefined;
    },
  });
}

/** Returns the paths to download. */
export function pathsOf(given: unknown): string[] {
  return requireItems("downloadFiles", given, {
    expected: "a list of paths",
    read: (item) => (typeof item === "string" ? item : undefined),
  });
}

/** Returns the message of a failure for a model. */
export function messageOf(error: unknown): string {
  return ToolError.isInstance(error) ? error.message : describeThrown(error);
}
