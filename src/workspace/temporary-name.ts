const PREFIX = ".collet-";
const SUFFIX = ".tmp";
const RANDOM_BYTES = 8;

/** A name for a temporary file that nobody can guess and everybody can recognise. */
export function temporaryName(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  let random = "";
  for (const byte of bytes) random += byte.toString(16).padStart(2, "0");
  return `${PREFIX}${random}${SUFFIX}`;
}

/** Whether a name is one of {@link temporaryName}'s: a leftover of a process that was killed in the middle of a write. */
export function isTemporaryName(name: string): boolean {
  return /^\.collet-[0-9a-f]{16}\.tmp$/.test(name);
}
