import { describeThrown } from "../../contract/index.js";
import type { ConfigFiles } from "../files/index.js";
import type { ConfigValue } from "../parse/index.js";
import type { ConfigSource } from "../policy/index.js";
import type { NoticeList } from "../report/index.js";

/** Where a configuration file comes from, from the strongest to the weakest. */
export type ConfigScope = "managed" | "user" | "project";

/** Options of a {@link ConfigReader}. */
export interface ConfigReaderOptions {
  readonly files: ConfigFiles;
  /** The project: absolute, symbolic links resolved. */
  readonly directory: string;
  readonly home: string;
  readonly trusted: boolean;
  /** The folder that contains `/etc` and the other folders of the system. */
  readonly systemRoot: string;
  readonly notices: NoticeList;
}

/** Most folders above the project that are searched for the repository. */
const MAX_PARENTS = 64;

/** Reads the configuration files of one load, and records which of them could not be read. */
export class ConfigReader {
  readonly #lost: ConfigSource[] = [];
  readonly #values = new Map<string, Promise<ConfigValue | undefined>>();
  #folders: Promise<readonly string[]> | undefined;

  constructor(readonly options: ConfigReaderOptions) {}

  /** Files with rules that could not be read. Until they are repaired, every call asks. */
  get lost(): readonly ConfigSource[] {
    return this.#lost;
  }

  /** Returns the source of a file. Only files of the project need trust. */
  source(file: string, scope: ConfigScope): ConfigSource {
    const { directory, home, trusted } = this.options;
    const shown = file.startsWith(`${directory}/`)
      ? file.slice(directory.length + 1)
      : file.startsWith(`${home}/`)
        ? `~${file.slice(home.length)}`
        : file;
    return { file, shown, trusted: scope !== "project" || trusted };
  }

  /**
   * Returns the folders from the root of the repository to the project, which is the last one. Only the project if it is not in a
   * repository, or if that is the home folder.
   */
  folders(): Promise<readonly string[]> {
    this.#folders ??= this.#foldersOfRepository();
    return this.#folders;
  }

  async #foldersOfRepository(): Promise<readonly string[]> {
    const { directory, home, files } = this.options;
    const found: string[] = [];
    let folder = directory;
    while (found.length < MAX_PARENTS && folder !== home) {
      found.unshift(folder);
      if ((await files.realPath(`${folder}/.git`)) !== undefined) return found;
      const parent = folder.slice(0, folder.lastIndexOf("/"));
      if (parent === "" || parent === folder) break;
      folder = parent;
    }
    return [directory];
  }

  /** Reads a file as text. */
  async text(source: ConfigSource): Promise<string | undefined> {
    const read = await this.options.files.read(source.file);
    if (read.status === "read") return read.text;
    if (read.status === "refused") this.lose(source, `The file cannot be read: ${read.reason}.`);
    return undefined;
  }

  /** Reads and parses a file, once for each load. */
  value(
    source: ConfigSource,
    parse: (text: string) => Promise<ConfigValue>,
  ): Promise<ConfigValue | undefined> {
    const known = this.#values.get(source.file);
    if (known !== undefined) return known;
    const value = this.#parsed(source, parse);
    this.#values.set(source.file, value);
    return value;
  }

  async #parsed(
    source: ConfigSource,
    parse: (text: string) => Promise<ConfigValue>,
  ): Promise<ConfigValue | undefined> {
    const text = await this.text(source);
    if (text === undefined) return undefined;
    try {
      const value = await parse(text);
      if (value.type === "record") return value;
      this.lose(source, "The file does not contain an object.");
    } catch (thrown) {
      this.lose(source, `The file cannot be parsed: ${describeThrown(thrown)}`);
    }
    return undefined;
  }

  /**
   * Reads and parses a file without rules. One that cannot be read is reported; `"unreadable"` then.
   */
  async data(
    source: ConfigSource,
    parse: (text: string) => Promise<ConfigValue>,
  ): Promise<ConfigValue | "unreadable" | undefined> {
    const read = await this.options.files.read(source.file);
    if (read.status === "missing") return undefined;
    const invalid = (message: string) => {
      this.options.notices.add("invalid", { file: source.file }, message);
      return "unreadable" as const;
    };
    if (read.status === "refused") return invalid(`The file cannot be read: ${read.reason}.`);
    try {
      const value = await parse(read.text);
      return value.type === "record" ? value : invalid("The file does not contain an object.");
    } catch (thrown) {
      return invalid(`The file cannot be parsed: ${describeThrown(thrown)}`);
    }
  }

  /** Records that rules of a file are unknown. */
  lose(source: ConfigSource, message: string, line?: number): void {
    this.#lost.push(source);
    this.options.notices.add("invalid", { file: source.file, line }, message);
  }
}
