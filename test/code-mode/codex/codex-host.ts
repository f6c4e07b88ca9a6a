import { type CodexCodeModeOptions, codexCodeMode } from "../../../src/code-mode/index.js";
import type { ToolResult } from "../../../src/core.js";
import { createProgramHost, type ProgramHostOptions, textOf } from "../program-host.js";

/** Creates a host whose programs run by `exec` and `wait`. */
export function createCodexHost(options: ProgramHostOptions = {}, how: CodexCodeModeOptions = {}) {
  const host = createProgramHost(options);
  host.code.remove();
  const code = codexCodeMode(host.runtime, how);
  let calls = 0;
  const call = (name: string, input: unknown, id = `c${++calls}`): Promise<ToolResult> =>
    host.runtime.execute({ id, name, input });
  return {
    ...host,
    code,
    exec: (program: string, id?: string) => call("exec", { code: program }, id),
    wait: (cellId: string, input: object = {}, id?: string) =>
      call("wait", { cell_id: cellId, ...input }, id),
  };
}

/** Returns the text of a result without the time. */
export function reportOf(result: ToolResult): string {
  return textOf(result).replace(/^Wall time \d{1,4}\.\d seconds$/m, "Wall time");
}
