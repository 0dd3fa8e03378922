import { spawn } from "node:child_process"
import { once } from "node:events"
import { type AddressInfo, createServer, type Server } from "node:net"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { preparedDataDir, removeDataDir } from "./product.ts"

const SERVER = join(import.meta.dirname, "../../server/dist/main.js")
/** systemd sets LISTEN_PID to the pid of the program that it starts, which the shell's pid becomes. */
const ACTIVATE = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'

test("a server that systemd starts listens on the socket that it passes on, and not on PORT", async () => {
  const dataDir = preparedDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  const socket = createServer().listen(0, "127.0.0.1")
  await once(socket, "listening")
  const { port } = socket.address() as AddressInfo
  const child = spawn("/bin/sh", ["-c", ACTIVATE, process.execPath, SERVER], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "1", DEMO: "content", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit", fileDescriptor(socket)],
  })
  const exited = once(child, "exit")
  socket.close()
  let output = ""
  child.stdout?.on("data", (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 60_000 }).toContain(`is ready: http://localhost:${port}`)
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  child.kill("SIGTERM")
  expect(await exited).toEqual([0, null])
})

/** Node has no public way to pass a listening socket to a program that is not Node's. */
function fileDescriptor(server: Server): number {
  return (server as unknown as { readonly _handle: { readonly fd: number } })._handle.fd
}
