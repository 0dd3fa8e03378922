import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

interface ExportedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string
  readonly name: string
  readonly kind: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isError: boolean
}

interface Collector {
  readonly endpoint: string
  readonly bodies: readonly Buffer[]
  readonly headers: readonly IncomingHttpHeaders[]
  spans(): ExportedSpan[]
  resources(): Readonly<Record<string, unknown>>[]
  close(): void
}

const KINDS = ["unspecified", "internal", "server", "client", "producer", "consumer"]

/** A collector that takes spans over OTLP/HTTP; one with the status 0 never responds. */
export async function startCollector(status = 200): Promise<Collector> {
  const bodies: Buffer[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    headers.push(request.headers)
    if (request.url === "/v1/traces") bodies.push(Buffer.concat(chunks))
    if (status > 0) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const resourceSpans = () => bodies.flatMap((body) => messages(fieldsOf(body), 1))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () =>
      resourceSpans().flatMap((resource) => messages(resource, 2).flatMap((scope) => messages(scope, 2).map(spanOf))),
    resources: () =>
      resourceSpans().flatMap((resource) => messages(resource, 1).map((fields) => attributesOf(fields, 1))),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function spanOf(span: Fields): ExportedSpan {
  return {
    traceId: bytes(span, 1).toString("hex"),
    spanId: bytes(span, 2).toString("hex"),
    parentId: bytes(span, 4).toString("hex"),
    name: bytes(span, 5).toString(),
    kind: KINDS[Number(span.get(6)?.[0])],
    attributes: attributesOf(span, 9),
    isError: messages(span, 15).some((status) => status.get(3)?.[0] === 2),
  }
}

function attributesOf(message: Fields, field: number) {
  const pairs = messages(message, field).map((pair) => {
    const [value] = messages(pair, 2)
    return [bytes(pair, 1).toString(), value?.has(1) ? bytes(value, 1).toString() : value?.get(3)?.[0]]
  })
  return Object.fromEntries(pairs)
}

/** The values of a protobuf message by the numbers of their fields. */
type Fields = ReadonlyMap<number, readonly (number | Buffer)[]>

function messages(message: Fields, field: number): Fields[] {
  return (message.get(field) ?? []).filter((value) => typeof value !== "number").map(fieldsOf)
}

function bytes(message: Fields, field: number): Buffer {
  const value = message.get(field)?.[0]
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0)
}

function fieldsOf(message: Buffer): Fields {
  const fields = new Map<number, (number | Buffer)[]>()
  let at = 0
  const take = (length: number) => message.subarray(at, (at += length))
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = take(1)[0] ?? 0
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = varint()
    const read = [varint, () => take(8), () => take(varint()), undefined, undefined, () => take(4)][tag % 8]
    if (!read) throw new Error(`a message of protobuf has no type ${tag % 8}`)
    const field = Math.floor(tag / 8)
    fields.set(field, [...(fields.get(field) ?? []), read()])
  }
  return fields
}
