export { type ObjectSchema, type RebuildOptions, rebuildInputSchema } from "./rebuild-input-schema.js";
export { describe, quote, withConstraints } from "./rebuild-schema.js";
export { inWords, type RewrittenLevel, rewriteSchema, type SchemaRewriter } from "./rewrite-schema.js";
export { dropDanglingReferences } from "./schema-references.js";
export type { SchemaReport } from "./schema-report.js";
export { isLongerThan } from "./schema-size.js";
