/** Most suffixes that are stripped from a name: `.env.bak~` is a copy of a copy. */
const MAX_COPIES = 3;

/** Most names that one name may be a copy of. */
const MAX_NAMES = 24;

const BACKUP_ENDINGS: readonly RegExp[] = [
  // GNU Emacs and most other editors; numbered backups: `.env.~1~`.
  /^(.+?)(?:\.~\d{1,4})?~$/,
  // Vim: swap files and undo files; Kate. A name without a leading dot gets one, a hidden name keeps its own.
  /^\.?(.+)\.(?:sw[a-z]|swpx|un|kate-swp)$/,
  /^(\..+)\.(?:sw[a-z]|swpx|un|kate-swp)$/,
  // Copies made by hand or by a program: `.env.bak`, `.env.old2`, `key.pem.orig`, `prod.env.20240131`.
  /^(.+)[.\-_](?:bak|bkp|bk|backup|old|orig|original|save|saved|sav|copy|tmp|temp|prev|previous|disabled|off|new|rej|part|crdownload|txt|rpmsave|rpmnew|~undo-tree)\d{0,4}$/,
  /^(.+)\.(?:dpkg|ucf)-(?:old|new|dist)$/,
  /^(.+)[.\-_]\d{1,14}$/,
  // macOS and Windows: `prod copy.env` keeps its extension and needs no rule; `.env copy` and `.env (1)` do.
  /^(.+?) ?(?: copy(?: \d{1,3})?|\(\d{1,3}\))$/,
  // joe, and copies made by hand.
  /^(.+)[#%_]$/,
];

const BACKUP_STARTS: readonly RegExp[] = [
  // GNU Emacs: auto-save `#name#`, lock `.#name`.
  /^#(.+?)#?$/,
  /^\.#(.+)$/,
  /^copy of (.+)$/,
  /^(?:copy|backup|bak|bkp|old|orig|prev|new)[.\-_ ](.+)$/,
  // LibreOffice; Microsoft Office; macOS, on volumes of other systems.
  /^\.~lock\.(.+)#$/,
  /^~\$(.+)$/,
  /^\._(.+)$/,
];

const COPIES = [...BACKUP_STARTS, ...BACKUP_ENDINGS];

/**
 * Returns the names that a file may be a copy of, according to the names that editors and people choose for copies:
 * `.env` for `.env~`, `#.env#` and `.env.swp`. The name itself comes first.
 *
 * @param name - one folded name, without folders
 */
export function originalNames(name: string): readonly string[] {
  const names = new Set([name]);
  let last = [name];
  for (let copies = 0; copies < MAX_COPIES && last.length > 0 && names.size < MAX_NAMES; copies += 1) {
    const found = last.flatMap((each) => COPIES.map((pattern) => pattern.exec(each)?.[1] ?? each));
    last = [...new Set(found)].filter((each) => !names.has(each));
    for (const each of last) names.add(each);
  }
  return [...names];
}
