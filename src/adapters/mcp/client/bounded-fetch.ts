/** Byte that ends a message of an event stream. */
const LINE_FEED = 10;

/**
 * Creates a `fetch` whose responses fail once one message exceeds a size: a whole body, or one line of an endless event
 * stream.
 */
export function boundedFetch(maxBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
    const body = response.body.pipeThrough(byteLimit(maxBytes, isStream ? "line" : "body"));
    const { status, statusText, headers } = response;
    const bounded = new Response(body, { status, statusText, headers });
    // The constructor of `Response` does not accept it, and redirects are judged by it.
    Object.defineProperty(bounded, "url", { value: response.url });
    return bounded;
  };
}

function byteLimit(maxBytes: number, of: "line" | "body"): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const end = of === "line" ? chunk.lastIndexOf(LINE_FEED) : -1;
      size = end === -1 ? size + chunk.length : chunk.length - end - 1;
      if (size <= maxBytes) controller.enqueue(chunk);
      else controller.error(new Error(`The server sent a message of more than ${maxBytes} bytes.`));
    },
  });
}
