import { ignoreRejection, quietly, type ToolContext } from "../../contract/index.js";
import type { ToolRuntime } from "../../runtime/index.js";
import type { CallableTools } from "../callable-tools.js";
import { type CodexCodeModeOptions, DEFAULT_CODE_MODE_LIMITS } from "../code-mode-options.js";
import { toolIdentifiers } from "../declarations/index.js";
import { quickJsEngine } from "../quick-js/index.js";
import { noRecords } from "../records/index.js";
import { startProgram } from "../run-program.js";
import { Cell, type CellPause } from "./cell.js";
import { codexGlobals } from "./codex-globals.js";
import { SessionCells } from "./session-cells.js";

/** Starts a program within a call, or continues a paused one. */
export type StartCell = (program: string, context: ToolContext, pause?: CellPause) => Promise<Cell>;

/** Returns the function that starts the programs of a runtime. */
export function cellStarter(
  runtime: ToolRuntime,
  callable: CallableTools,
  { engine = quickJsEngine(), records = noRecords(), limits: given, onNotify }: CodexCodeModeOptions,
): StartCell {
  ignoreRejection(onNotify);
  if (onNotify !== undefined && typeof onNotify !== "function")
    throw new TypeError(`codexCodeMode: onNotify must be a function, but it is ${typeof onNotify}.`);
  const limits = { ...DEFAULT_CODE_MODE_LIMITS, ...given };
  return async (program, context, pause) => {
    const { session, agent, extra, messageId, traceContext } = context;
    const cells = SessionCells.of(session);
    cells.requireRoom();
    const id = cells.nextId(pause?.cellId);
    const callId = pause?.callId ?? context.callId;
    const tools = callable.list(session);
    const identifiers = toolIdentifiers(tools.map(({ name }) => name));
    const described = tools.map((tool, index) => [identifiers[index]?.[0] ?? tool.name, tool] as const);
    const stop = new AbortController();
    let cell: Cell | undefined;
    let signals = 0;
    const started = await startProgram(
      program,
      {
        ...{ callId, session, signal: stop.signal, taken: pause?.taken },
        resumed: pause && context.resumed,
        // A command conflicts with every call that is not its own.
        within: () => (cell === undefined ? context : cell.holder),
        run: { agent, extra, messageId, traceContext },
      },
      {
        ...{ runtime, engine, limits, records },
        tools: identifiers,
        functions: {},
        globals: codexGlobals(described, cells.stored.entries()),
        refuse: callable.refuse,
        onSignal(name, [first, second]) {
          signals += 1;
          // A continued program repeats what it sent before its pause.
          if (signals <= (pause?.signals ?? 0)) return;
          if (name === "store") cells.stored.set(first, second);
          else if (name === "yield") cell?.yield();
          else if (name !== "notify" || typeof first !== "string")
            throw new TypeError("The program sent an invalid message.");
          else if (onNotify === undefined) started.output.addText(first);
          // A listener cannot change the program, and may reject.
          else quietly(() => onNotify({ callId, cellId: id, text: first }));
        },
      },
    );
    cell = new Cell({ id, callId, program, started, stop, signals: () => signals });
    cells.add(cell);
    return cell;
  };
}
