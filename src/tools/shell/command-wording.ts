/** What the model calls the things that error messages speak of. */
export interface CommandWording {
  readonly command: string;
  readonly cwd: string;
  readonly timeout: string;
}

const DEFAULT_WORDING: CommandWording = { command: "cmd", cwd: "cwd", timeout: "timeout" };

/** Fills in what a face left out. */
export function commandWording(wording: Partial<CommandWording> = {}): CommandWording {
  return { ...DEFAULT_WORDING, ...wording };
}
