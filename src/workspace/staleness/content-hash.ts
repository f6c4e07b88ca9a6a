/** SHA-256 of some bytes, hexadecimal. */
export async function contentHash(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest("SHA-256", bytes as BufferSource));
  let hexadecimal = "";
  for (const byte of digest) hexadecimal += byte.toString(16).padStart(2, "0");
  return hexadecimal;
}
