/** Options of a command of an AI SDK sandbox. */
export interface AiSdkCommand {
  command: string;
  workingDirectory?: string;
  env?: Record<string, string>;
  abortSignal?: AbortSignal;
}

/** A running command of an AI SDK sandbox. */
export interface AiSdkProcess {
  readonly stdout: ReadableStream<Uint8Array>;
  readonly stderr: ReadableStream<Uint8Array>;
  wait(): PromiseLike<{ exitCode: number }>;
  kill(): PromiseLike<void>;
}

/** The part of the AI SDK's sandbox interface (`Experimental_SandboxSession`) that is used. */
export interface AiSdkSandboxSession {
  readonly run: (options: AiSdkCommand) => PromiseLike<{ exitCode: number; stdout: string; stderr: string }>;
  readonly spawn: (options: AiSdkCommand) => PromiseLike<AiSdkProcess>;
  readonly readBinaryFile: (options: {
    path: string;
    abortSignal?: AbortSignal;
  }) => PromiseLike<Uint8Array | null>;
  readonly writeBinaryFile: (options: {
    path: string;
    content: Uint8Array;
    abortSignal?: AbortSignal;
  }) => PromiseLike<void>;
}
