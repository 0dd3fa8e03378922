import { Client, type ClientConfig } from "pg"
import { ConnectionError } from "./pool.ts"

export interface Hosts {
  current(): ClientConfig
  leave(host: ClientConfig): void
  /** Connects, and as often again as a host was left meanwhile and another one may do. */
  tryEach<T>(connect: () => Promise<T>): Promise<T>
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
    async tryEach(connect) {
      for (let attempt = 1; ; attempt++) {
        const host = current()
        try {
          return await connect()
        } catch (error) {
          if (attempt >= configs.length || host === current()) throw error
        }
      }
    },
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
export function clientsOf(
  hosts: Hosts,
  { takesStandby }: { readonly takesStandby: boolean },
): new (
  limits?: ClientConfig,
) => Client {
  return class extends Client {
    constructor(limits?: ClientConfig) {
      const host = hosts.current()
      super({ ...host, ...limits })
      if (!takesStandby) refuseStandby(this)
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
