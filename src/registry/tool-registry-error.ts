/** The reason why a tool was not registered. */
export type ToolRegistryErrorCode = "not-a-tool" | "duplicate-name" | "alias-clash" | "wrong-prefix";

/**
 * A programming error in the registration of tools. The message names the tools and the remedy; nothing was
 * registered.
 */
export class ToolRegistryError extends Error {
  readonly code: ToolRegistryErrorCode;

  constructor(message: string, options: { readonly code: ToolRegistryErrorCode }) {
    super(message);
    this.name = "ToolRegistryError";
    this.code = options.code;
  }
}
