import type { Buffer } from "node:buffer";

/** Returns the fields of an answer, each of which ends with NUL. */
export function fieldsOf(body: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let start = 0; start < body.length; ) {
    const end = body.indexOf(0, start);
    if (end < 0) break;
    fields.push(body.subarray(start, end));
    start = end + 1;
  }
  return fields;
}
