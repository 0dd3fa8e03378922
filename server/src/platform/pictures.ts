import { availableParallelism } from "node:os"
import type { ResizeOptions } from "sharp"
import { createConcurrencyLimit } from "./concurrency-limit.ts"
import { memoize } from "./memoize.ts"

/** What a camera or a screen makes; told by what is in the file, whatever it is called. */
const FORMATS = ["jpeg", "png", "webp"]
/** A camera's 50 megapixels; a small file that unfolds into more is a trap. */
const MOST_PIXELS = 50_000_000
const SLOWEST_S = 10
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const MOST_WAITING = 10
const QUALITY = 82

const limited = createConcurrencyLimit(AT_ONCE, MOST_WAITING)
const library = memoize(async () => {
  const { default: sharp } = await import("sharp")
  // Decoded pictures are of no use twice, and one thread each leaves the others to the rest of the server.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

/**
 * A picture drawn anew as a square of each size (pixels of a side), in WebP: upright as the camera says, cut around what
 * draws the eye, without the data that the file carried beside its colours (where it was taken, above all).
 * @returns nothing when it is no picture that we read
 * @throws {Problem} `server.busy` when too many wait already
 */
export function squares(file: Uint8Array, sizes: readonly number[]): Promise<readonly Buffer[] | undefined> {
  return drawn(file, sizes, { fit: "cover", position: "attention" })
}

/** The same, but whole: no side is longer than a size says, and what is small stays so. */
export function fitted(file: Uint8Array, sizes: readonly number[]): Promise<readonly Buffer[] | undefined> {
  return drawn(file, sizes, { fit: "inside", withoutEnlargement: true })
}

function drawn(file: Uint8Array, sizes: readonly number[], how: ResizeOptions): Promise<readonly Buffer[] | undefined> {
  return limited(async () => {
    try {
      if (!(await isReadable(file))) return undefined
      const pictures: Buffer[] = []
      for (const side of sizes) pictures.push(await draw(file, side, how))
      return pictures
    } catch {
      return undefined
    }
  })
}

/** The head of the file alone is read: nothing is unfolded yet. */
async function isReadable(file: Uint8Array): Promise<boolean> {
  const sharp = await library()
  const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata()
  return FORMATS.includes(format) && width > 0 && height > 0 && width * height <= MOST_PIXELS
}

async function draw(file: Uint8Array, side: number, how: ResizeOptions): Promise<Buffer> {
  const sharp = await library()
  return sharp(file, { limitInputPixels: MOST_PIXELS, failOn: "truncated", sequentialRead: true })
    .timeout({ seconds: SLOWEST_S })
    .autoOrient()
    .resize(side, side, how)
    .flatten({ background: "#ffffff" })
    .webp({ quality: QUALITY })
    .toBuffer()
}
