import { readFileSync } from "node:fs"
import { join } from "node:path"
import satori from "satori"
import sharp from "sharp"

const ROOT = join(import.meta.dirname, "..")
const FONT = join(ROOT, "node_modules/@fontsource/gabarito/files/gabarito-latin-800-normal.woff")
const BRAND = "#102779"
const SMALL_ICON = 32
const LOGO = { top: 14, left: 72, width: 56, height: 56 }

export type NamedFile = readonly [name: string, content: Buffer]

export async function linkPicture(svg: string, text: Parameters<typeof satori>[0], icon: string): Promise<Buffer> {
  const fonts = [{ name: "Gabarito", data: readFileSync(FONT), weight: 800, style: "normal" } as const]
  const { width = 0, height = 0 } = await sharp(Buffer.from(svg)).metadata()
  const renderedText = await satori(text, { width, height, fonts })
  const logo = await sharp(Buffer.from(icon), { density: 300 }).resize(LOGO.width, LOGO.height).png().toBuffer()
  return sharp(Buffer.from(svg))
    .composite([{ input: Buffer.from(renderedText) }, { input: logo, top: LOGO.top, left: LOGO.left }])
    .png({ palette: true, quality: 90, effort: 10 })
    .toBuffer()
}

export async function icons(icon: string): Promise<NamedFile[]> {
  const small = await square(icon, SMALL_ICON)
  return [
    ["icon-192.png", await square(icon, 192)],
    ["icon-512.png", await square(icon, 512)],
    ["maskable-512.png", await withBackground(icon, 512, 0.72)],
    ["apple-touch-icon.png", await withBackground(icon, 180, 0.82)],
    ["favicon.ico", encodeIco(small, SMALL_ICON)],
  ]
}

function square(icon: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(icon), { density: (72 * size) / 40 })
    .resize(size, size)
    .png()
    .toBuffer()
}

/** Phones crop icons: the logo stays in the safe zone, and the background fills the square. */
async function withBackground(icon: string, size: number, share: number): Promise<Buffer> {
  const logo = await square(icon, Math.round(size * share))
  const canvas = { width: size, height: size, channels: 4 as const, background: BRAND }
  return sharp({ create: canvas })
    .composite([{ input: logo }])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** An .ico file with one PNG: a directory of one entry (Microsoft's ICONDIR and ICONDIRENTRY), then the picture. */
function encodeIco(png: Buffer, size: number): Buffer {
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
