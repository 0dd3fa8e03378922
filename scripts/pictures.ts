import { readFileSync } from "node:fs"
import { join } from "node:path"
import satori from "satori"
import sharp from "sharp"

const ROOT = join(import.meta.dirname, "..")
const FACE = join(ROOT, "node_modules/@fontsource/gabarito/files/gabarito-latin-800-normal.woff")
const BRAND = "#102779"
const SMALL_ICON = 32
const MARK = { top: 14, left: 72, width: 56, height: 56 }

/** The name of a file, and what is in it. */
export type Made = readonly [name: string, content: Buffer]

/** The picture of a shared link: the art, the mark and the words set in our display face. */
export async function linkPicture(svg: string, words: Parameters<typeof satori>[0], icon: string): Promise<Buffer> {
  const fonts = [{ name: "Gabarito", data: readFileSync(FACE), weight: 800, style: "normal" } as const]
  const { width = 0, height = 0 } = await sharp(Buffer.from(svg)).metadata()
  const set = await satori(words, { width, height, fonts })
  const mark = await sharp(Buffer.from(icon), { density: 300 }).resize(MARK.width, MARK.height).png().toBuffer()
  return sharp(Buffer.from(svg))
    .composite([{ input: Buffer.from(set) }, { input: mark, top: MARK.top, left: MARK.left }])
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer()
}

/** Every icon that browsers and phones ask for, from the one SVG. */
export async function icons(icon: string): Promise<Made[]> {
  const small = await square(icon, SMALL_ICON)
  return [
    ["icon-192.png", await square(icon, 192)],
    ["icon-512.png", await square(icon, 512)],
    ["maskable-512.png", await onGround(icon, 512, 0.72)],
    ["apple-touch-icon.png", await onGround(icon, 180, 0.82)],
    ["favicon.ico", asIco(small, SMALL_ICON)],
  ]
}

function square(icon: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(icon), { density: (72 * size) / 40 })
    .resize(size, size)
    .png()
    .toBuffer()
}

/** Phones cut icons into shapes of their own: the mark stays inside, and its ground reaches every edge. */
async function onGround(icon: string, size: number, share: number): Promise<Buffer> {
  const mark = await square(icon, Math.round(size * share))
  const ground = { width: size, height: size, channels: 4 as const, background: BRAND }
  return sharp({ create: ground })
    .composite([{ input: mark }])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** An .ico with one PNG in it: a directory of one entry (Microsoft's ICONDIR and ICONDIRENTRY), then the picture. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
