import type { RunRecord } from "../records/index.js";

/** The place of the token between two loads of the page. */
const TOKEN_KEY = "collet-devtools-token";

/** Milliseconds before the page connects again. */
const RECONNECT_MS = 1_000;

/** Returns the token of the address and removes it from there, so that no screenshot or history shows it. */
export function readToken(): string {
  const given = location.hash.slice(1);
  if (given !== "") {
    sessionStorage.setItem(TOKEN_KEY, given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(TOKEN_KEY) ?? "";
}

/** The state of the connection to the host. */
export type ConnectionState = "open" | "closed" | "refused";

/** Listeners of {@link followRecords}. */
export interface RecordListeners {
  /** Called before the records of a new connection, which begin from the start. */
  onReset(): void;
  onRecords(records: readonly RunRecord[]): void;
  onState(state: ConnectionState): void;
}

/** Follows the records of the host for as long as the page is open. */
export async function followRecords(token: string, listeners: RecordListeners): Promise<never> {
  for (;;) {
    try {
      const response = await fetch("/api/records", { headers: { authorization: `Bearer ${token}` } });
      if (response.ok && response.body !== null) {
        listeners.onReset();
        listeners.onState("open");
        await readLines(response.body, listeners.onRecords);
      } else if (response.status === 401) listeners.onState("refused");
    } catch {
      // The host has ended, or is not there yet.
    }
    listeners.onState("closed");
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  onRecords: (records: readonly RunRecord[]) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const text = decoder.decode(value, { stream: true });
    const lines = text.split("\n");
    if (lines.length === 1) {
      pieces.push(text);
      continue;
    }
    const whole = [pieces.join("") + (lines[0] ?? ""), ...lines.slice(1, -1)];
    pieces = [lines.at(-1) ?? ""];
    onRecords(whole.filter((line) => line !== "").map((line) => JSON.parse(line) as RunRecord));
  }
}

/** Sends a request of the page; rejects with the message of the host if it refuses. */
export async function post<Answer>(token: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer & { readonly error?: string };
  if (!response.ok) throw new Error(answer.error ?? `The host answered with ${response.status}.`);
  return answer;
}
