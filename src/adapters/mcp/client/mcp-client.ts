import type { ToolAnnotations } from "../../../contract/index.js";

/** Untrusted tool description, as a server lists it. */
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

/** Answer of a server to a call. */
export interface McpCallResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

/** Options of a request. */
export interface McpRequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal;
  /** Limit in milliseconds. */
  readonly timeout?: number;
  /** Whether a progress notification restarts the limit. */
  readonly resetTimeoutOnProgress?: boolean;
  /** Ignores the client's cache. */
  readonly cacheMode?: "refresh";
  /** Receives each progress notification of the server. */
  readonly onprogress?: (progress: {
    readonly progress: number;
    readonly total?: number | undefined;
    readonly message?: string | undefined;
  }) => void;
}

/** Part of a `Client` of `@modelcontextprotocol/client` that Collet uses. A client passed by the host must be connected. */
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
  // Both are declared as in the SDK, so that its client is assignable.
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
}
