import { parentPort } from "node:worker_threads"
import { drawCertificate } from "./certificate.ts"
import { drawPdf } from "./draw.ts"

parentPort?.on("message", async (document) =>
  parentPort?.postMessage(await (document.kind === "certificate" ? drawCertificate : drawPdf)(document)),
)
