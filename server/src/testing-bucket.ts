import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import S3rver from "s3rver"
import { openPictureBucket } from "./gateways/files.ts"
import type { PictureBucket } from "./platform/pictures/bucket.ts"

/** A bucket on a real server of the protocol; its calls fail while `isAway`. */
export async function openTestBucket() {
  const directory = mkdtempSync(join(tmpdir(), "haitech-bucket-"))
  const buckets = [{ name: "files", configs: [] }]
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: buckets })
  const { port } = await server.run()
  const s3 = {
    endpoint: `http://localhost:${port}`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  }
  const address = { to: "s3://files/site", s3, takesNew: true }
  const real = await openPictureBucket(address)
  const state = { isAway: false }
  const unlessAway =
    <Input extends unknown[], Reply>(call: (...input: Input) => Promise<Reply>) =>
    async (...input: Input) => {
      if (state.isAway) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" })
      return call(...input)
    }
  const bucket: PictureBucket = {
    takesNew: true,
    put: unlessAway(real.put),
    read: unlessAway(real.read),
    remove: unlessAway(real.remove),
    list: unlessAway(real.list),
  }
  return {
    address,
    state,
    bucket,
    source: { ...bucket, takesNew: false },
    async names(folder: string): Promise<readonly string[]> {
      return (await real.list(folder, "")).map(({ name }) => name.slice(folder.length + 1))
    },
    async empty() {
      for (const folder of ["profile", "site"])
        for (const { name } of await real.list(folder, "")) await real.remove(name)
    },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export const objectsOf = (...ids: readonly string[]) =>
  ids.toSorted().flatMap((id) => ["large", "small"].map((size) => `${id}-${size}.webp`))
