// The baseline for HTTP responses: plain node:http. Arguments: the body's file, content type, content encoding or "-".
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const [file = "", type = "", encoding = "-"] = process.argv.slice(2)
const body = readFileSync(file)
const headers = {
  "content-type": type,
  "content-length": body.length,
  ...(encoding === "-" ? {} : { "content-encoding": encoding }),
}

const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port))
