/** Records a change to a schema while it is rebuilt. */
export type SchemaReport = (change: {
  readonly type: "moved-to-description" | "parameter-renamed" | "dropped";
  /** JSON Pointer into the tool's `inputSchema`. */
  readonly path: string;
  readonly message: string;
}) => void;
