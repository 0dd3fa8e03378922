import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { onTestFinished } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    natsServer: string | null
  }
}

/** Starts a NATS server for one test, which asks for a password. @returns its address, with the password */
export async function startNats(program: string): Promise<string> {
  const server = spawn(program, ["--addr", "127.0.0.1", "--port", "-1", "--user", "haitech", "--pass", "pye mango"])
  onTestFinished(async () => {
    server.kill()
    if (server.exitCode === null) await once(server, "exit")
  })
  for await (const line of createInterface(server.stderr)) {
    const [, port] = /client connections on 127\.0\.0\.1:(\d+)/.exec(line) ?? []
    if (port) return `nats://haitech:pye%20mango@127.0.0.1:${port}`
  }
  throw new Error("the NATS server did not start")
}
