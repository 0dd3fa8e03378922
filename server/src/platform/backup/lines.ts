const [NEWLINE, END_OF_COPY] = [0x0a, "\\."]

export interface LineReader {
  /** Without its end; undefined at the end of the text. */
  next(): Promise<Buffer | undefined>
  untilEndOfCopy(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Reads lines that end with a line feed and nothing else: text in the rows may hold every other line separator. */
export function createLineReader(input: AsyncIterable<Buffer>): LineReader {
  const lines = splitLines(input)
  async function next(): Promise<Buffer | undefined> {
    const { value, done } = await lines.next()
    return done ? undefined : value.subarray(0, -1)
  }
  async function* untilEndOfCopy(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await lines.next()
      if (done || value.toString("latin1") === `${END_OF_COPY}\n`) return
      yield value
    }
  }
  return {
    next,
    untilEndOfCopy,
    async close() {
      await lines.return(undefined)
    },
  }
}

async function* splitLines(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of input) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end + 1)])
      rest = []
      start = end + 1
    }
    rest.push(chunk.subarray(start))
  }
  if (rest.some(({ length }) => length > 0)) yield Buffer.concat([...rest, Buffer.from("\n")])
}
