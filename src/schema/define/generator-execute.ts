import { ignoreRejection, type ProgressUpdate, type ToolContext } from "../../contract/index.js";

type Execute<Input, Output> = (
  input: Input,
  context: ToolContext,
) => Output | Promise<Output> | AsyncGenerator<string | ProgressUpdate, Output>;

/**
 * Returns a function that runs an async generator to its end: each yielded value is reported as progress, and the return
 * value is the output. The output of any other function is returned unchanged.
 *
 * When the call is stopped, the generator is closed at its next yield, so that its `finally` blocks run.
 */
export function withGenerators<Input, Output>(
  execute: Execute<Input, Output>,
): (input: Input, context: ToolContext) => Output | Promise<Output> {
  return (input, context) => {
    const output = execute(input, context);
    return isAsyncGenerator<Output>(output) ? drain(output, context) : (output as Output | Promise<Output>);
  };
}

async function drain<Output>(
  generator: AsyncGenerator<string | ProgressUpdate, Output>,
  context: ToolContext,
): Promise<Output> {
  for (;;) {
    const { done, value } = await generator.next();
    if (done === true) return value;
    if (context.signal.aborted) return (await generator.return(undefined as never)).value as Output;
    context.progress(typeof value === "string" ? { message: value } : value);
  }
}

/** Returns whether an output is an async generator; any other iterable is an output that has no JSON form. */
function isAsyncGenerator<Output>(
  output: unknown,
): output is AsyncGenerator<string | ProgressUpdate, Output> {
  if (typeof output !== "object" || output === null) return false;
  try {
    return Object.prototype.toString.call(output) === "[object AsyncGenerator]";
  } catch (thrown) {
    ignoreRejection(thrown);
    return false;
  }
}
