import type { ResourceKey, ToolContext, ToolEnvironment, ToolFacts, ToolKind } from "../contract/index.js";
import type { Operation } from "./operation.js";

/** An operation together with its input: one command of a tool with several. */
export interface BoundOperation<Result> {
  readonly kind: ToolKind;
  readonly resourceKeys: (environment: ToolEnvironment) => readonly ResourceKey[];
  readonly facts: (environment: ToolEnvironment) => ToolFacts;
  readonly preview?: (
    context: ToolContext,
  ) => ReturnType<NonNullable<Operation<unknown, unknown>["preview"]>>;
  readonly run: (context: ToolContext) => Promise<Result>;
}

/** Binds an operation to its input. */
export function bound<Input, Output, Result>(
  operation: Operation<Input, Output>,
  input: Input,
  toResult: (output: Output) => Result,
): BoundOperation<Result> {
  const { kind, executionProfile, facts, preview, run } = operation;
  return {
    kind,
    resourceKeys: (environment) => executionProfile.resourceKeys?.(input, environment) ?? [],
    facts: (environment) => facts(input, environment),
    ...(preview && { preview: (context) => preview(input, context) }),
    run: async (context) => toResult(await run(input, context)),
  };
}

/**
 * Creates the operation of a tool with several commands: each input is carried out, judged and scheduled as the operation that
 * `choose` returns for it. None of them may be serial.
 */
export function chosenOperation<Input, Result>(
  details: Pick<Operation<Input, Result>, "kind" | "annotations" | "truncation">,
  choose: (input: Input) => BoundOperation<Result>,
): Operation<Input, Result> {
  return {
    ...details,
    executionProfile: {
      resourceKeys: (input, environment) => choose(input).resourceKeys(environment),
    },
    facts: (input, environment) => {
      const chosen = choose(input);
      return { ...chosen.facts(environment), kind: chosen.kind };
    },
    preview: async (input, context) => (await choose(input).preview?.(context)) ?? [],
    run: (input, context) => choose(input).run(context),
  };
}
