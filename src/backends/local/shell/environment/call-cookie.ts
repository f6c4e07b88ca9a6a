import { randomBytes } from "node:crypto";

/** Variable that marks every process that descends from a command of ours, whatever group or session it moves to. */
export const COOKIE_VARIABLE = "COLLET_CALL";

/** Begins every cookie of this process (of this thread, where there are several). */
export const HOST_COOKIE = `${randomBytes(16).toString("hex")}.`;

let shellCount = 0;

/** Makes the cookies of the shell with a number of its own: `all` is part of each of them, so one search finds whatever it ever started. */
export function createCookies(): { readonly shell: number; readonly all: string; next(): string } {
  shellCount += 1;
  const all = `${HOST_COOKIE}${shellCount}.`;
  let callCount = 0;
  return { shell: shellCount, all, next: () => `${all}${++callCount}.` };
}

/** The variable for a command: where this process itself is a command of another host, that one must find it too. */
export function cookieVariable(
  cookie: string,
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const outer = inherited[COOKIE_VARIABLE];
  return { [COOKIE_VARIABLE]: outer === undefined ? cookie : `${outer} ${cookie}` };
}
