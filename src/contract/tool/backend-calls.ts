import type { Backend } from "../backend/index.js";
import type { Executor } from "./executor.js";
import type { AnyTool } from "./tool.js";

/** A backend that runs whole calls beside its files, so that a call costs one round trip. */
export interface CallingBackend extends Backend {
  readonly calls: BackendCalls;
}

/** Runs whole calls beside the files of a backend. */
export interface BackendCalls {
  /**
   * Returns the executor of one runtime.
   *
   * @param options - plain JSON: the options of `createToolRuntime` that decide what a call may do and what it returns
   */
  open(options: Readonly<Record<string, unknown>>): BackendExecutor;
}

/** An executor that judges calls by the options of its runtime, where the files are. */
export interface BackendExecutor extends Executor {
  /** Returns whether the calls of a tool run beside the files. */
  includes(tool: AnyTool): boolean;
}
