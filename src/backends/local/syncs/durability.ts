/**
 * When the content of changed files is written to the disk.
 *
 * - `"full"`: each file before it gets its name, and its folder before the call ends. After a power failure each file has its old
 *   or its new content.
 * - `"batch"`: before the call ends, together with the changes of other calls in the same folder. After a power failure a file that
 *   a call was changing at that moment can be empty or incomplete.
 * - `"rename"`: when the system writes it, often 30 seconds later. After a power failure the changes of this time can be lost, and
 *   their files can be empty or incomplete.
 *
 * A kill of the process is covered in every case: the content that it wrote is in the memory of the system.
 */
export type Durability = "full" | "batch" | "rename";

/** The values of {@link Durability}. */
export const DURABILITIES = ["full", "batch", "rename"] as const satisfies readonly Durability[];
