/** The parts of a version: `major` for breaking changes, `minor` for additions, `patch` for fixes. */
export const VERSION_PARTS = ["major", "minor", "patch"] as const;

/** One of {@link VERSION_PARTS}. */
export type VersionPart = (typeof VERSION_PARTS)[number];

/** A text with its first version raised. */
export interface RaisedVersion {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

const VERSION_FIELD = /("version"\s*:\s*")(\d+)\.(\d+)\.(\d+)"/;

/** Raises the first `"version": "1.2.3"` of a text and keeps every other character; returns `undefined` if there is none. */
export function raiseVersion(text: string, part: VersionPart): RaisedVersion | undefined {
  const found = VERSION_FIELD.exec(text);
  if (found === null) return undefined;
  const [field, opening, ...numbers] = found;
  const from = numbers.join(".");
  const to = nextVersion(numbers.map(Number), part);
  const after = text.slice(found.index + field.length);
  return { text: `${text.slice(0, found.index)}${opening}${to}"${after}`, from, to };
}

function nextVersion([major = 0, minor = 0, patch = 0]: readonly number[], part: VersionPart): string {
  if (part === "major") return `${major + 1}.0.0`;
  return part === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
