import { setImmediate as nextTurn } from "node:timers/promises"
import type { FastifyInstance } from "fastify"

/** Sends the replies of one turn of the event loop right after each other, so that their reader is woken once. */
export function sendTogether(app: FastifyInstance): void {
  let turn: Promise<void> | undefined
  app.addHook("onSend", () => {
    turn ??= nextTurn().then(() => {
      turn = undefined
    })
    return turn
  })
}
