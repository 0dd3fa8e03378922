import { readFileSync } from "node:fs"
import Module, { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type Postgres from "postgres"

const CONNECTION: readonly Mend[] = [
  [
    // A write put off until after the connection was lost.
    "    const x = socket.write(chunk, fn)\n",
    "    if (!socket) {\n" +
      "      chunk = nextWriteTimer = null\n" +
      "      error(Errors.connection('CONNECTION_CLOSED', options))\n" +
      "      return true\n" +
      "    }\n" +
      "    const x = socket.write(chunk, fn)\n",
  ],
  [
    // A write called off: without this the next one is never scheduled. Once in `terminate`, once in `closed`.
    "\n    clearImmediate(nextWriteTimer)\n    if (socket) {\n",
    "\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    if (socket) {\n",
  ],
  [
    "\n    clearImmediate(nextWriteTimer)\n    socket.removeListener(",
    "\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.removeListener(",
  ],
  [
    // Queries without an answer: after an error of the socket they stayed, and waited for the answers of the next ones.
    "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
    "    if (query || sent.length) error(Errors.connection('CONNECTION_CLOSED', options, socket))\n" +
      "    query = errorResponse = null\n",
  ],
  [
    // Lost before its first query, while the driver asks for the array types: that question stayed the running one, and
    // the rows it had got were counted to another's answer. A server that always hangs up was asked for ever.
    "    if (initial)\n      return reconnect()\n",
    "    initial && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n" +
      "    rows = 0\n" +
      "    result = new Result()\n" +
      "    results = null\n" +
      "    if (initial)\n      return reconnect()\n",
  ],
  [
    // A connection lost while the driver asks for the array types: nobody was there to take the rejection.
    "], [], execute)\n    types.forEach(",
    "], [], execute).catch(() => [])\n    types.forEach(",
  ],
]

const TRANSACTION: readonly Mend[] = [
  ["      , prepare = null\n\n    try {\n", "      , prepare = null\n      , lost = null\n\n    try {\n"],
  [
    "(_, reject) => connection.onclose = reject",
    "(_, reject) => connection.onclose = e => {\n" +
      "          lost = e\n" +
      "          while (queries.length) queries.shift().reject(e)\n" +
      "          reject(e)\n" +
      "        }",
  ],
  [
    "        c.queue === full\n          ? queries.push(q)\n",
    "        lost ? q.reject(lost) : c.queue === full\n          ? queries.push(q)\n",
  ],
]

/** What stands exactly once in a source, and what shall stand there. */
type Mend = readonly [found: string, mended: string]

/**
 * postgres.js 3.4.9 with faults mended that a lost connection brings out:
 * https://github.com/porsager/postgres/issues/1154 and /1208. It ended the process from places where nobody can
 * catch; it left connections that never write again, or that mistake one query's answer for another's; and it let a transaction whose connection was lost send the rest
 * of its statements outside of it, into whatever the connection had been given to next.
 *
 * The sources are mended as they are loaded, because the installation runs no scripts. A release with other sources is
 * refused at start, so that a mend can neither be lost silently nor stay longer than it is needed.
 */
export const postgres: typeof Postgres = loadMended()

function loadMended(): typeof Postgres {
  const require = createRequire(import.meta.url)
  const index = require.resolve("postgres")
  // First the part, then the whole that asks for it.
  compile(join(dirname(index), "connection.js"), CONNECTION)
  return compile(index, TRANSACTION) as typeof Postgres

  function compile(file: string, mends: readonly Mend[]): unknown {
    const module = new Module(file) as Module & { _compile(source: string, file: string): void }
    module.filename = file
    module._compile(mend(file, mends), file)
    require.cache[file] = module
    return module.exports
  }
}

function mend(file: string, mends: readonly Mend[]): string {
  return mends.reduce(
    (source, [found, mended]) => {
      if (source.split(found).length === 2) return source.replace(found, () => mended)
      throw new Error(`${file} is another release than the one our mends were made for`)
    },
    readFileSync(file, "utf8"),
  )
}
