/** Byte order marks of UTF-16. */
const UTF_16_MARKS = [
  { label: "utf-16le", bytes: [0xff, 0xfe] },
  { label: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** Byte order mark of UTF-8. */
const UTF_8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Yields the chunks of a file in UTF-8 without a byte order mark; one in UTF-16 with a mark is converted. */
export async function* transcoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const chunk of chunks) {
    const wasFirst = isFirst;
    if (wasFirst) {
      isFirst = false;
      const mark = UTF_16_MARKS.find(({ bytes }) => bytes.every((byte, index) => chunk[index] === byte));
      if (mark !== undefined) decoder = new TextDecoder(mark.label);
    }
    if (decoder !== undefined) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    else
      yield wasFirst && chunk.subarray(0, UTF_8_MARK.length).equals(UTF_8_MARK)
        ? chunk.subarray(UTF_8_MARK.length)
        : chunk;
  }
  if (decoder !== undefined) yield Buffer.from(decoder.decode());
}
