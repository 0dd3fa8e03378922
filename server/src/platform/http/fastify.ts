import { randomUUID } from "node:crypto"
import Fastify, { type FastifyInstance } from "fastify"
import { rewriteUrl } from "./addresses.ts"
import { refuseUnreadable } from "./errors.ts"
import { fixedHeaders } from "./security.ts"

const BODY_BYTES = 64 * 1024
const HEADER_BYTES = 16 * 1024
const REQUEST_MS = 20_000
const KEEP_ALIVE_MS = 65_000

/** @param trustProxy whether a proxy's address, `hop` steps away, may name the caller's */
export function createFastify(siteUrl: string, trustProxy: (address: string, hop: number) => boolean): FastifyInstance {
  return Fastify({
    logger: false,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    genReqId: () => randomUUID(),
    trustProxy,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: "idle",
    http: { maxHeaderSize: HEADER_BYTES, headersTimeout: REQUEST_MS, connectionsCheckingInterval: 1000 },
    clientErrorHandler: refuseUnreadable(fixedHeaders(siteUrl)),
    rewriteUrl,
    // During shutdown the server still answers open connections; the database closes last.
    return503OnClosing: false,
    // No path parameter can be longer than the headers.
    routerOptions: { ignoreDuplicateSlashes: false, caseSensitive: true, maxParamLength: HEADER_BYTES },
  })
}

/** The contract declares every schema, so Fastify's own validator and serializer are never loaded. */
function refuseSchema(): never {
  throw new Error("schemas are declared in the contract, not in Fastify")
}
