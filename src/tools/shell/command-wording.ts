/** The model's names of the parameters in error messages. */
export interface CommandWording {
  readonly command: string;
  readonly cwd: string;
  readonly timeout: string;
}

const DEFAULT_WORDING: CommandWording = { command: "cmd", cwd: "cwd", timeout: "timeout" };

/** Adds the default names that a face does not set. */
export function commandWording(wording: Partial<CommandWording> = {}): CommandWording {
  return { ...DEFAULT_WORDING, ...wording };
}
