import { hexadecimal } from "../../../values/index.js";

/**
 * Bytes of a file that are examined: enough for a certificate or the attributes that some programs write before a key.
 */
export const PRIVATE_KEY_HEAD_BYTES = 8_192;

/** Size of the shortest key: a smaller file does not contain one. */
const MIN_KEY_BYTES = 20;

/** Signatures at the beginning of a file. */
const FILE_SIGNS = [
  // PuTTY manual, appendix "PPK file format".
  "PuTTY-User-Key-File-",
  // OpenSSH, the format of version 1.
  "SSH PRIVATE KEY FILE FORMAT",
  // GnuPG, agent/keyformat.txt
  "Key: (private-key",
  "(private-key",
  // age(1)
  "AGE-SECRET-KEY-1",
  "AGE-PLUGIN-",
  // signify(1), minisign(1)
  "untrusted comment: signify secret key",
  "untrusted comment: minisign encrypted secret key",
  "untrusted comment: rsign encrypted secret key",
];

// RFC 7468 (PEM, also OpenSSH), RFC 9580 (OpenPGP) and RFC 4716, which ssh.com uses for private keys. OpenVPN manual,
// --secret.
const KEY_LABEL =
  /OpenVPN Static key V1-----|PRIVATE KEY(?: BLOCK)?-----|PRIVATE KEY ----|SECRET KEY BLOCK-----/g;

/** The text before a label on its line: dashes, BEGIN and the kind of key, perhaps indented as in YAML. */
const KEY_START = /^[\s>#;*"']{0,32}-{4,5} ?BEGIN [A-Z0-9 ]{0,32}$/;

/** The same in a JSON value, where the line ends of the key are written as `\n`: service accounts. */
const JSON_KEY_START =
  /"(?:private_key|privateKey|private-key|key)"\s{0,8}:\s{0,8}"-{5}BEGIN [A-Z0-9 ]{0,32}$/;

/** The same as the value of a variable in a settings file: `TLS_KEY="-----BEGIN`. */
const VARIABLE_START = /^[A-Z_][A-Z0-9_]{0,63}=["']?-{5}BEGIN [A-Z0-9 ]{0,32}$/;

/** A key in a settings file: wg(8), and kubectl documentation, kubeconfig: the base64 of `-----BEGIN`. */
const KEY_VALUES = [/\nPrivateKey ?= ?[A-Za-z0-9+/]{43}=/, /client-key-data"?: ?"?LS0tLS1CRUdJTi/];

/** The first bytes of JKS and JCEKS (OpenJDK, JavaKeyStore.java and JceKeyStore.java). */
const STORE_SIGNS = [
  [0xfe, 0xed, 0xfe, 0xed],
  [0xce, 0xce, 0xce, 0xce],
];

/**
 * The beginning of binary keys, after the tag and the length of the outermost sequence.
 *
 * - RFC 8017, A.1.2: an RSA key, version 0 and a modulus. RFC 5915: an EC key, version 1 and an octet string.
 * - RFC 5958: a key of PKCS #8, version 0 or 1 and an algorithm. RFC 5958, 3: an encrypted one, an algorithm of PKCS #5 or PKCS #12.
 * - RFC 7292: PKCS #12, version 3 and data of PKCS #7.
 */
const BINARY_KEYS: readonly RegExp[] = [
  /^020100028[0-3]/,
  /^02010104[0-7]/,
  /^02010[01]30(?:80|81..|82.{4}|83.{6}|[0-7].)06/,
  /^30(?:80|81..|82.{4}|83.{6}|[0-7].)06(?:092a864886f70d0105|0a2a864886f70d010c01)/,
  /^02010330(?:80|81..|82.{4}|83.{6}|[0-7].)06092a864886f70d0107/,
];

/** The tag and the length of a sequence in DER or BER; `80` is a length that is not stated. */
const SEQUENCE = /^30(?:80|81..|82.{4}|83.{6}|[0-7].)/;

/** Bytes in which the beginning of a binary key is found. */
const BINARY_START_BYTES = 48;

/** Returns whether a file begins as a binary private key or a store of them. */
function isBinaryKey(head: Uint8Array): boolean {
  if (head[0] !== 0x30) return false;
  const start = hexadecimal(head.subarray(0, BINARY_START_BYTES));
  const sequence = SEQUENCE.exec(start)?.[0];
  if (sequence === undefined) return false;
  const inside = start.slice(sequence.length);
  return BINARY_KEYS.some((key) => key.test(inside));
}

/** Longest text before a label on its line. */
const MAX_LINE_START = 128;

/**
 * Returns whether the first bytes of a file show a private key, whatever its name: PEM, DER, PKCS #12, OpenSSH, OpenPGP, PuTTY, age,
 * signify, JKS, and settings of WireGuard and kubectl that contain a key.
 *
 * A line that begins with the label counts. Source code that only mentions the label inside a longer line does not.
 */
export function isPrivateKey(head: Uint8Array): boolean {
  if (head.byteLength < MIN_KEY_BYTES) return false;
  if (STORE_SIGNS.some((sign) => sign.every((byte, index) => head[index] === byte))) return true;
  if (isBinaryKey(head)) return true;
  const text = asciiOf(head.subarray(0, PRIVATE_KEY_HEAD_BYTES));
  const start = text.slice(0, MAX_LINE_START).trimStart();
  if (FILE_SIGNS.some((sign) => start.startsWith(sign))) return true;
  for (const { index } of text.matchAll(KEY_LABEL)) {
    const before = text.slice(Math.max(0, index - MAX_LINE_START), index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (KEY_START.test(line) || VARIABLE_START.test(line) || JSON_KEY_START.test(before)) return true;
  }
  return text.includes("\nAGE-SECRET-KEY-1") || KEY_VALUES.some((value) => value.test(text));
}

/**
 * Returns the ASCII characters of some bytes; in UTF-16, which PowerShell writes by default, a NUL is next to each of
 * them.
 */
function asciiOf(bytes: Uint8Array): string {
  const kept = new Uint8Array(bytes.byteLength);
  let length = 0;
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const byte = bytes[index] as number;
    if (byte === 0 || byte >= 0x80) continue;
    kept[length] = byte === 0x0d ? 0x0a : byte;
    length += 1;
  }
  return new TextDecoder().decode(kept.subarray(0, length));
}
