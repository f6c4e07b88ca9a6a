/** A file or folder, as deepagents lists them. */
export interface DeepagentsFile {
  path: string;
  is_dir?: boolean;
  size?: number;
  modified_at?: string;
}

/** A matching line, as deepagents lists them. */
export interface DeepagentsMatch {
  path: string;
  line: number;
  text: string;
}

/** The codes with which deepagents reports failed transfers. */
export type DeepagentsTransferError =
  | "file_not_found"
  | "permission_denied"
  | "is_directory"
  | "invalid_path";

/** The content of a file, or a part of its lines. */
export interface DeepagentsRead {
  error?: string;
  content?: string | Uint8Array;
  mimeType?: string;
  totalLines?: number;
  startLine?: number;
  endLine?: number;
  nextOffset?: number;
}

/** A sandbox for deepagents (`SandboxBackendProtocolV2`). Failures are results with `error`. */
export interface DeepagentsSession {
  readonly id: string;
  ls(path: string): Promise<{ error?: string; files?: DeepagentsFile[] }>;
  read(filePath: string, offset?: number, limit?: number): Promise<DeepagentsRead>;
  readRaw(filePath: string): Promise<{
    error?: string;
    data?: { content: string | Uint8Array; mimeType: string; created_at: string; modified_at: string };
  }>;
  write(filePath: string, content: string): Promise<{ error?: string; path?: string; filesUpdate?: null }>;
  edit(
    filePath: string,
    oldString: string,
    newString: string,
    replaceAll?: boolean,
  ): Promise<{ error?: string; path?: string; filesUpdate?: null; occurrences?: number }>;
  grep(
    pattern: string,
    path?: string | null,
    glob?: string | null,
    maxCount?: number | null,
  ): Promise<{ error?: string; matches?: DeepagentsMatch[]; truncated?: boolean }>;
  glob(
    pattern: string,
    path?: string,
  ): Promise<{ error?: string; files?: DeepagentsFile[]; truncated?: boolean }>;
  delete(filePath: string): Promise<{ error?: string; path?: string; filesUpdate?: null }>;
  uploadFiles(
    files: [string, Uint8Array][],
  ): Promise<{ path: string; error: DeepagentsTransferError | null }[]>;
  downloadFiles(
    paths: string[],
  ): Promise<{ path: string; content: Uint8Array | null; error: DeepagentsTransferError | null }[]>;
  execute(command: string): Promise<{ output: string; exitCode: number | null; truncated: boolean }>;
}
