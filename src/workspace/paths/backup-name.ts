/** Most suffixes that are stripped from a name: `.env.bak~` is a copy of a copy. */
const MAX_COPIES = 3;

const BACKUP_ENDINGS: readonly RegExp[] = [
  // GNU Emacs and most other editors; numbered backups: `.env.~1~`.
  /^(.+?)(?:\.~\d{1,4})?~$/,
  // Vim: swap files and undo files; Kate.
  /^\.?(.+)\.(?:sw[a-z]|un|kate-swp)$/,
  // Copies made by hand or by a program: `.env.bak`, `.env.old2`, `key.pem.orig`, `prod.env.20240131`.
  /^(.+)[.\-_](?:bak|bkp|backup|old|orig|original|save|saved|copy|tmp|temp|prev|previous|disabled|dpkg-(?:old|new|dist)|rpmsave|rpmnew)\d{0,4}$/,
  /^(.+)[.\-_]\d{1,14}$/,
  // macOS and Windows: `prod copy.env` keeps its extension and needs no rule; `.env copy` and `.env (1)` do.
  /^(.+?) (?:copy(?: \d{1,3})?|\(\d{1,3}\))$/,
];

const BACKUP_STARTS: readonly RegExp[] = [
  // GNU Emacs: auto-save `#name#`, lock `.#name`.
  /^#(.+)#$/,
  /^\.#(.+)$/,
  /^copy of (.+)$/,
  // LibreOffice.
  /^\.~lock\.(.+)#$/,
];

/**
 * Returns the names that a file may be a copy of, according to the names that editors and people choose for copies:
 * `.env` for `.env~`, `#.env#` and `.env.swp`. The name itself comes first.
 *
 * @param name - one folded name, without folders
 */
export function originalNames(name: string): readonly string[] {
  const names = [name];
  for (let copies = 0; copies < MAX_COPIES; copies += 1) {
    const last = names.at(-1) as string;
    const original = [...BACKUP_STARTS, ...BACKUP_ENDINGS]
      .map((pattern) => pattern.exec(last)?.[1])
      .find((found) => found !== undefined);
    if (original === undefined) break;
    names.push(original);
  }
  return names;
}
