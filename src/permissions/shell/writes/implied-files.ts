import { KNOWN_WRITES, type KnownWrite } from "../../programs/index.js";

/** Maximum number of words that are examined. */
const MAX_WORDS = 64;

/** Programs that write their operand without its extension, and these extensions (gzip(1), xz(1), bzip2(1), zstd(1), uncompress(1)). */
const DECOMPRESSORS =
  /^(?:gunzip|gzip|unxz|xz|bunzip2|bzip2|unzstd|zstd|uncompress|unlz4|lz4|lzip|unlzma|unbrotli|brotli|pigz|unpigz|pbzip2|pixz|lzop)$/;
const COMPRESSED = /\.(?:gz|z|xz|bz2|zst|lz4|lz|lzma|br|lzo)$/i;

/**
 * Finds files whose names follow from the arguments of a command: the output of a decompressor, the name of a download,
 * the archive of an old-style `tar cf x`, and the settings that a program is known to write.
 */
export function impliedFiles(program: string, words: readonly string[]): readonly string[] {
  const examined = words.slice(0, MAX_WORDS);
  if (DECOMPRESSORS.test(program)) {
    return examined.filter((word) => COMPRESSED.test(word)).map((word) => word.replace(COMPRESSED, ""));
  }
  if (/^(?:tar|bsdtar|gtar|ar|zip|7z|7za|7zr|7zz|rar)$/.test(program)) return archives(program, examined);
  const downloads =
    program === "wget" ||
    (program === "curl" && examined.some((word) => /^(?:-[a-zA-Z]{0,8}O|--remote-name)/.test(word)));
  return downloads ? examined.flatMap(downloadedName) : knownWrites(program, examined);
}

const writesByProgram: ReadonlyMap<string, readonly KnownWrite[]> = (() => {
  const byName = new Map<string, KnownWrite[]>();
  for (const row of KNOWN_WRITES) {
    for (const name of row.programs.split(" ")) byName.set(name, [...(byName.get(name) ?? []), row]);
  }
  return byName;
})();

/** Programs that run a program of a package (npx(1), bunx, pnpx). */
export const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx)$/;

function knownWrites(program: string, words: readonly string[]): readonly string[] {
  if (PACKAGE_RUNNERS.test(program)) {
    const at = words.findIndex((word) => !word.startsWith("-") && !PACKAGE_RUNNERS.test(word));
    return at === -1 ? [] : knownWrites(words[at] as string, words.slice(at + 1));
  }
  const rows = writesByProgram.get(program);
  if (rows === undefined) return [];
  const operands = ` ${words.filter((word) => !word.startsWith("-")).join(" ")} `;
  return rows.flatMap(({ words: forms, only, writes }) => {
    const isForm = forms.split(",").some((form) => operands.startsWith(` ${form} `));
    return isForm && (only === undefined || words.some((word) => only.test(word))) ? writes : [];
  });
}

function archives(program: string, words: readonly string[]): readonly string[] {
  const [first = "", ...rest] = words;
  if (program === "zip") return words.filter((word) => !word.startsWith("-")).slice(0, 1);
  // `tar cf x.tar a`: the values follow in the order of the letters.
  if (program.endsWith("tar"))
    return /^[a-zA-Z]{1,16}$/.test(first) && /[cruA]/.test(first) ? rest.slice(0, 2) : [];
  return /^-?[adumrqc]/.test(first) ? rest.filter((word) => !word.startsWith("-")).slice(0, 1) : [];
}

/** Returns the file name of a download: the last part of the path of its URL (curl(1), --remote-name). */
function downloadedName(word: string): readonly string[] {
  const scheme = word.indexOf("://");
  const address = scheme === -1 ? word : word.slice(scheme + 3);
  const [host = "", ...path] = (address.split(/[?#]/, 1)[0] ?? "").split("/");
  const name = path.at(-1) ?? "";
  return host === "" || word.startsWith("-") || name === "" ? [] : [name];
}
