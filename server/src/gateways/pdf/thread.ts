import { parentPort } from "node:worker_threads"
import { drawPdf } from "./draw.ts"

parentPort?.on("message", async (document) => parentPort?.postMessage(await drawPdf(document)))
