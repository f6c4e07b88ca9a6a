import { randomBytes } from "node:crypto";

/**
 * Variable that marks every descendant process of Collet's commands, whatever group or session it moves to.
 */
export const COOKIE_VARIABLE = "COLLET_CALL";

/** Prefix of every cookie of this process (of this thread, if there are several). */
export const HOST_COOKIE = `${randomBytes(16).toString("hex")}.`;

let shellCount = 0;

/**
 * Creates the cookies of a shell with its own number: each contains `all`, so one search finds every process
 * that the shell ever started.
 */
export function createCookies(): { readonly shell: number; readonly all: string; next(): string } {
  shellCount += 1;
  const all = `${HOST_COOKIE}${shellCount}.`;
  let callCount = 0;
  return { shell: shellCount, all, next: () => `${all}${++callCount}.` };
}

/**
 * Returns the variable for a command: if this process is a command of another host, that host must find the
 * command too.
 */
export function cookieVariable(
  cookie: string,
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const outer = inherited[COOKIE_VARIABLE];
  return { [COOKIE_VARIABLE]: outer === undefined ? cookie : `${outer} ${cookie}` };
}
