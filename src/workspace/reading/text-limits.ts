/** Largest file whose bytes are read completely, to be compared, kept for an undo or hashed. */
export const MAX_WHOLE_FILE_BYTES = 134_217_728;

/**
 * Largest file that is edited as text. Joining its decoded slices, and the new text, is one step of the engine that nothing can
 * divide: a text of this size takes about 30 ms, which block the event loop.
 */
export const MAX_TEXT_FILE_BYTES = 41_943_040;
