/** Returns the SHA-256 of bytes. */
export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  // Node types the digest for buffers that are not shared; no caller has a shared one.
  return new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes as BufferSource));
}

/** Returns the SHA-256 of bytes or of the UTF-8 form of a text, in hexadecimal. */
export async function sha256Hex(content: Uint8Array | string): Promise<string> {
  return hexadecimal(await sha256(typeof content === "string" ? new TextEncoder().encode(content) : content));
}

/** Returns bytes in hexadecimal, two digits each. */
export function hexadecimal(bytes: Uint8Array | ArrayBuffer): string {
  let digits = "";
  for (const byte of new Uint8Array(bytes)) digits += byte.toString(16).padStart(2, "0");
  return digits;
}
