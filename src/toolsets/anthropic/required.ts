import { ToolError } from "../../contract/index.js";

/**
 * Returns a parameter that one command of a tool requires.
 *
 * @throws ToolError `invalid-input` if it is missing
 */
export function required<Input extends { readonly command: string }, Name extends keyof Input & string>(
  input: Input,
  name: Name,
): NonNullable<Input[Name]> {
  const value = input[name];
  if (value !== undefined && value !== null) return value;
  throw new ToolError(`Parameter \`${name}\` is required for command: ${input.command}`, {
    code: "invalid-input",
  });
}
