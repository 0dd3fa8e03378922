import { Client, type ClientConfig } from "pg"
import { ConnectionError } from "./pool.ts"

export interface Hosts {
  /** Where the next connection goes. */
  current(): ClientConfig
  leave(host: ClientConfig): void
  readonly count: number
}

const PREFIX_HOSTS_REST = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]+)(.*)$/s

/** The addresses in `postgres://user@one,other:5433/name`, a notation of libpq. */
export function addressesOf(url: string): readonly [string, ...string[]] {
  const [, prefix, hosts = "", rest] = PREFIX_HOSTS_REST.exec(url) ?? []
  const [first, ...others] = hosts.split(",").map((host) => `${prefix}${host}${rest}`)
  return hosts && first ? [first, ...others] : [url]
}

export function createHosts(configs: readonly [ClientConfig, ...ClientConfig[]]): Hosts {
  let at = 0
  const current = () => configs[at % configs.length] ?? configs[0]
  return {
    current,
    leave(host) {
      if (host === current()) at++
    },
    count: configs.length,
  }
}

/** A standby takes no writes and may be behind. @throws ConnectionError at `connect` */
export function refuseStandby(client: Client): void {
  const { connection } = client
  connection.on("parameterStatus", ({ parameterName, parameterValue }: ParameterStatus) => {
    if (parameterName !== "in_hot_standby" || parameterValue !== "on") return
    // The same packet also says that the server is ready.
    connection.removeAllListeners("readyForQuery")
    connection.stream.destroy(new ConnectionError("the server is a standby"))
  })
}

interface ParameterStatus {
  readonly parameterName: string
  readonly parameterValue: string
}

/** The clients of a pool. After one that cannot connect, the next one goes to the next host. */
export function clientsOf(hosts: Hosts, { isPooled }: { readonly isPooled: boolean }): new () => Client {
  return class extends Client {
    constructor(limits?: ClientConfig) {
      const host = hosts.current()
      super({ ...host, ...limits })
      if (!isPooled) refuseStandby(this)
      let isConnected = false
      this.connection.once("readyForQuery", () => (isConnected = true))
      for (const event of ["error", "errorMessage", "end"]) {
        this.connection.once(event, () => {
          if (!isConnected) hosts.leave(host)
        })
      }
    }
  }
}
