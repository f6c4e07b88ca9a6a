import type { PermissionPreset } from "../../permissions/index.js";
import type { OwnerRules } from "../policy/index.js";

/** The mode in which the user starts the program. */
export type ConfigMode = "default" | "accept-edits" | "read-only" | "deny-questions" | "allow-all";

/** Settings of a sandbox. */
export interface ConfigSandbox {
  readonly mode: "prefer" | "require";
  readonly network: "on" | "off";
  /** Whether commands in the sandbox run without a question. Counts only if it is required and has no network. */
  readonly autoAllow: boolean;
}

/** The settings of one program that concern permissions. */
export interface OwnerConfig {
  readonly rules: OwnerRules;
  readonly mode?: ConfigMode | undefined;
  /** Folders besides the working directory, absolute. */
  readonly roots?: readonly string[];
  readonly sandbox?: ConfigSandbox | undefined;
  /** Whether a command with a redirection asks even if a rule allows it. */
  readonly asksAboutRedirections?: boolean;
}

/** The preset of a mode. */
export const MODE_PRESETS: Readonly<Partial<Record<ConfigMode, PermissionPreset>>> = {
  "read-only": "read-only",
  "allow-all": "allow-all",
};
