/** A message of the PostgreSQL protocol: its type byte as a letter, and its body without the length. */
export interface Message {
  readonly type: string
  readonly body: Buffer
}

/** A length counts its own four bytes, but not the type byte before it. */
const LENGTH_BYTES = 4
const HEADER = 1 + LENGTH_BYTES

/** Splits a byte stream of the server into messages. Ends when the stream ends. */
export async function* readMessages(stream: AsyncIterable<Buffer>): AsyncGenerator<Message, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk])
    for (let end = endOfFirst(rest); end <= rest.length; end = endOfFirst(rest)) {
      yield { type: String.fromCharCode(rest[0] ?? 0), body: rest.subarray(HEADER, end) }
      rest = rest.subarray(end)
    }
  }
  return undefined
}

function endOfFirst(bytes: Buffer): number {
  if (bytes.length < HEADER) return Number.POSITIVE_INFINITY
  const length = bytes.readInt32BE(1)
  if (length < LENGTH_BYTES) throw new Error("the server does not speak PostgreSQL's protocol")
  return 1 + length
}

/** @param type a letter; the startup message alone has none. */
export function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type, "latin1"), int32(body.length + LENGTH_BYTES), body])
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(LENGTH_BYTES)
  bytes.writeInt32BE(value)
  return bytes
}

/** Text that ends with a NUL byte. */
export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`)
}

/** The columns of a DataRow message as text; null becomes an empty text. */
export function columnsOf(body: Buffer): string[] {
  const columns: string[] = []
  for (let at = 2; columns.length < body.readInt16BE(0); ) {
    const length = Math.max(body.readInt32BE(at), 0)
    const start = at + LENGTH_BYTES
    columns.push(body.toString("utf8", start, start + length))
    at = start + length
  }
  return columns
}

/** The error of an ErrorResponse message; its `code` is the SQLSTATE. */
export function errorOf(body: Buffer): Error {
  const fields = new Map(
    body
      .toString("utf8")
      .split("\0")
      .map((field) => [field.slice(0, 1), field.slice(1)]),
  )
  return Object.assign(new Error(fields.get("M") ?? "unknown error"), { code: fields.get("C") ?? "" })
}
