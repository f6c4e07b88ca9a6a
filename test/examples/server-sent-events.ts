/** An event as a page receives it. */
export interface ServerSentEvent {
  readonly id: string;
  readonly event: string;
  /** Parsed from JSON. */
  readonly data: Record<string, unknown>;
}

/** Reads the events of a response as they arrive, without comments. */
export async function* serverSentEvents(response: Response): AsyncGenerator<ServerSentEvent, void> {
  let text = "";
  for await (const chunk of (response.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>,
  )) {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2) as [string, string]));
      if (fields.data === undefined) continue;
      yield { id: fields.id ?? "", event: fields.event ?? "message", data: JSON.parse(fields.data) };
    }
  }
}
