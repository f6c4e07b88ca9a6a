import { describeThrown, ToolError } from "../../contract/index.js";

/**
 * Returns a function that first calls `init`, once: calls at the same time wait for the same one. After a failure the
 * next call tries again.
 *
 * @throws ToolError of `init`, or one that names the tool
 */
export function initialized<Arguments extends readonly unknown[], Output>(
  toolName: string,
  init: () => unknown,
  execute: (...args: Arguments) => Output | Promise<Output>,
): (...args: Arguments) => Promise<Output> {
  let ready: Promise<unknown> | undefined;
  return async (...args) => {
    ready ??= (async () => init())();
    try {
      await ready;
    } catch (thrown) {
      ready = undefined;
      if (ToolError.isInstance(thrown)) throw thrown;
      throw new ToolError(
        `The tool '${toolName}' could not be initialized: ${describeThrown(thrown)}. Call it again, or continue without it.`,
        { retryable: true },
      );
    }
    return execute(...args);
  };
}
