import { isRecord } from "../../values/index.js";

/** Major version of the SDK: the parts for images and files differ. */
export type AiSdkMajor = 6 | 7;

/**
 * Returns the major version that passed these options to a tool: version 6 passes `experimental_context`, version 7
 * `context`. `undefined` for other options.
 */
export function majorOf(options: unknown): AiSdkMajor | undefined {
  if (!isRecord(options)) return undefined;
  if (Object.hasOwn(options, "experimental_context")) return 6;
  return Object.hasOwn(options, "context") ? 7 : undefined;
}
