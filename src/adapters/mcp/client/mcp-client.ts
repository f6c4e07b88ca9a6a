import type { ToolAnnotations } from "../../../contract/index.js";

/** A tool as a server lists it. Nothing of it is trusted. */
export interface McpListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?:
    | { readonly [Hint in keyof ToolAnnotations]: ToolAnnotations[Hint] | undefined }
    | undefined;
}

/** What came of a call, as a server answers. */
export interface McpCallResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** How a request is made. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly resetTimeoutOnProgress?: boolean;
  /** Passes over what the client remembers of an earlier answer. */
  readonly cacheMode?: "refresh";
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
}

/**
 * The part of a `Client` of `@modelcontextprotocol/client` that is used. A client of the host's must be connected.
 */
export interface McpClient {
  listTools(
    params?: undefined,
    options?: McpRequestOptions,
  ): Promise<{ readonly tools: readonly McpListedTool[] }>;
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    options?: McpRequestOptions,
  ): Promise<McpCallResult>;
  listResources(
    params?: undefined,
    options?: McpRequestOptions,
  ): Promise<{ readonly resources: readonly unknown[] }>;
  listResourceTemplates(
    params?: undefined,
    options?: McpRequestOptions,
  ): Promise<{ readonly resourceTemplates: readonly unknown[] }>;
  readResource(
    params: { uri: string },
    options?: McpRequestOptions,
  ): Promise<{ readonly contents: readonly unknown[] }>;
  ping(options?: McpRequestOptions): Promise<unknown>;
  getServerCapabilities(): { readonly tools?: unknown; readonly resources?: unknown } | undefined;
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  setNotificationHandler(method: "notifications/tools/list_changed", handler: () => void): void;
  close(): Promise<void>;
  // Both spelled as the SDK has them, so that its client is one of these.
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}
