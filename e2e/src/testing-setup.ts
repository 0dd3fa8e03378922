import { newDataDir, PREPARED, removeDataDir, startProduct } from "./product.ts"

/**
 * Global setup of the browser tests and of `journeys`, once per run: starts a product for the first time and stops it. The
 * first start takes three times as much processor time as the next ones, so most tests begin with a copy of its data.
 */
export default async function setup(): Promise<() => void> {
  const dataDir = newDataDir()
  await (await startProduct(dataDir)).stop()
  process.env[PREPARED] = dataDir
  return () => removeDataDir(dataDir)
}
