interface Poster {
  readonly code: string
  readonly url: string
  readonly qr: { readonly size: number; readonly path: string }
}

const [INK, PAPER, PNG_PIXELS] = ["#000", "#fff", 1480]
/** In modules of the code, below its quiet zone. */
const [CAPTION_HEIGHT, LARGEST_TEXT] = [3, 1.9]
/** A character's width in a monospaced font, as a part of its height. */
const CHARACTER_WIDTH = 0.61

export function saveSvg(poster: Poster): void {
  const { qr, url } = poster
  const { height, text, textSize } = layoutOf(poster)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${qr.size} ${height}" width="100mm" fill="${INK}">`,
    `<title>${url}</title>`,
    `<path d="M0 0h${qr.size}v${height}H0z" fill="${PAPER}"/><path d="${qr.path}"/>`,
    `<text x="${qr.size / 2}" y="${qr.size}" font-family="monospace" font-size="${textSize}" text-anchor="middle">${text}</text>`,
    "</svg>",
  ]
  save(new Blob(svg, { type: "image/svg+xml" }), `${poster.code}.svg`)
}

export async function savePng(poster: Poster): Promise<void> {
  const { height, text, textSize } = layoutOf(poster)
  const { size, path } = poster.qr
  const scale = Math.ceil(PNG_PIXELS / size)
  const canvas = document.createElement("canvas")
  canvas.width = size * scale
  canvas.height = height * scale
  const drawing = canvas.getContext("2d")
  if (!drawing) return
  drawing.fillStyle = PAPER
  drawing.fillRect(0, 0, canvas.width, canvas.height)
  drawing.fillStyle = INK
  drawing.scale(scale, scale)
  drawing.fill(new Path2D(path))
  drawing.font = `${textSize}px monospace`
  drawing.textAlign = "center"
  drawing.fillText(text, size / 2, size)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"))
  if (blob) save(blob, `${poster.code}.png`)
}

function layoutOf({ url, qr: { size } }: Poster) {
  const text = url.replace(/^https?:\/\//, "")
  const textSize = Math.min(LARGEST_TEXT, (size - 2) / (text.length * CHARACTER_WIDTH))
  return { text, textSize, height: size + CAPTION_HEIGHT }
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
