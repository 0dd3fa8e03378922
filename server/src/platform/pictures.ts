import { availableParallelism } from "node:os"
import type { ResizeOptions } from "sharp"
import { createConcurrencyLimit } from "./concurrency-limit.ts"
import { memoize } from "./memoize.ts"

/** Formats of cameras and screenshots, detected from the content of the file, not from its name. */
const FORMATS = ["jpeg", "png", "webp"]
/** A camera's 50 megapixels; a small file that decodes to more is a decompression bomb. */
const MAX_PIXELS = 50_000_000
/** Of the longer side to the shorter one. A strip of few pixels takes minutes when its short side is enlarged. */
const MAX_RATIO = 20
const TIMEOUT_S = 10
const MAX_RUNNING = Math.min(2, Math.max(1, availableParallelism() - 1))
const MAX_WAITING = 10
const QUALITY = 82

const limited = createConcurrencyLimit(MAX_RUNNING, MAX_WAITING)
const loadSharp = memoize(async () => {
  const { default: sharp } = await import("sharp")
  // Decoded pictures are never reused, and one thread each leaves the others to the rest of the server.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

/** Rotated upright, cropped, without metadata such as the location. @returns undefined when it is no picture */
export function resizeToSquares(file: Uint8Array, sizes: readonly number[]): Promise<readonly Buffer[] | undefined> {
  return resizeAll(file, sizes, { fit: "cover", position: "attention" })
}

/** Like `resizeToSquares`, but uncropped: no side is longer than the size, and small pictures are not enlarged. */
export function resizeToFit(file: Uint8Array, sizes: readonly number[]): Promise<readonly Buffer[] | undefined> {
  return resizeAll(file, sizes, { fit: "inside", withoutEnlargement: true })
}

function resizeAll(
  file: Uint8Array,
  sizes: readonly number[],
  options: ResizeOptions,
): Promise<readonly Buffer[] | undefined> {
  return limited(async () => {
    try {
      if (!(await isReadable(file))) return undefined
      const pictures: Buffer[] = []
      for (const side of sizes) pictures.push(await resize(file, side, options))
      return pictures
    } catch {
      return undefined
    }
  })
}

async function isReadable(file: Uint8Array): Promise<boolean> {
  const sharp = await loadSharp()
  const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata()
  return FORMATS.includes(format) && width > 0 && height > 0 && isSmallEnough(width, height)
}

function isSmallEnough(width: number, height: number): boolean {
  return width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_RATIO * Math.min(width, height)
}

async function resize(file: Uint8Array, side: number, options: ResizeOptions): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: "truncated", sequentialRead: true })
    .timeout({ seconds: TIMEOUT_S })
    .autoOrient()
    .resize(side, side, options)
    .flatten({ background: "#ffffff" })
    .webp({ quality: QUALITY })
    .toBuffer()
}
