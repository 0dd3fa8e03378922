import type { Translate } from "#platform/i18n/texts.ts"
import { heightAt, type Ridge, randomFrom, ridgeLine, ridgePath } from "#ui/land.ts"
import { SunDisc, SunRays } from "#ui/sun.tsx"
import { VALANCE } from "#ui/valance.tsx"

export const PICTURE = { width: 1200, height: 630 } as const // Open Graph

const { width: WIDTH, height: HEIGHT } = PICTURE
const EAVE = 84
const FAR: Ridge = { seed: 3, y: 430, swing: 90, fall: -26, peaks: 9 }
const MIDDLE: Ridge = { seed: 12, y: 490, swing: 74, fall: -4, peaks: 8 }
const NEAR: Ridge = { seed: 61, y: 552, swing: 52, fall: -16, peaks: 6 }
const GROUND: Ridge = { seed: 52, y: 600, swing: 26, fall: 6, peaks: 5 }
const LIGHTS = 60

// The rasterizer has no style sheet, so the styles of the sun are repeated here.
const STYLES =
  ".hole{fill:#000}.pierced,.gap{fill:none;stroke:#000;stroke-width:5}.pierced{stroke-dasharray:0 2;stroke-dashoffset:1;stroke-linecap:round}"

/** The preview image without its text: a mountain sunrise under the eave. */
export function Picture() {
  return (
    <svg xmlns="http://www.w3.org/2000/svg" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`}>
      <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      <linearGradient id="sky" x2="0" y2="1">
        <stop stopColor="#060d2e" />
        <stop offset=".5" stopColor="#0b1951" />
        <stop offset="1" stopColor="#214ccd" />
      </linearGradient>
      <radialGradient id="morning" gradientUnits="userSpaceOnUse" cx="965" cy="390" r="430">
        <stop stopColor="#ffd277" stopOpacity=".85" />
        <stop offset=".28" stopColor="#ff9fa1" stopOpacity=".45" />
        <stop offset=".6" stopColor="#7094f6" stopOpacity=".28" />
        <stop offset="1" stopColor="#214ccd" stopOpacity="0" />
      </radialGradient>
      <rect width={WIDTH} height={HEIGHT} fill="url(#sky)" />
      <rect width={WIDTH} height={HEIGHT} fill="url(#morning)" />
      <g transform="translate(965 372) scale(1.1)">
        <g fill="#ffcb63">
          <SunRays />
        </g>
        <SunDisc />
      </g>
      <Hills />
      <Eave />
    </svg>
  )
}

function Hills() {
  const near = ridgeLine(NEAR, WIDTH)
  const random = randomFrom(7)
  const lights = Array.from({ length: LIGHTS }, () => {
    const x = 560 + random() * 620
    return `M${x.toFixed(0)} ${(heightAt(near, x) + 10 + random() * 46).toFixed(0)}h0`
  })
  return (
    <>
      <path fill="#1b40b4" d={ridgePath(ridgeLine(FAR, WIDTH), WIDTH, HEIGHT)} />
      <path fill="#122f8f" d={ridgePath(ridgeLine(MIDDLE, WIDTH), WIDTH, HEIGHT)} />
      <path fill="#0c1e62" d={ridgePath(near, WIDTH, HEIGHT)} />
      <path d={lights.join("")} stroke="#ffd277" strokeWidth="5" strokeLinecap="round" />
      <path fill="#060d2e" d={ridgePath(ridgeLine(GROUND, WIDTH), WIDTH, HEIGHT)} />
    </>
  )
}

function Eave() {
  const tiles = Array.from({ length: Math.ceil(WIDTH / 72) + 1 }, (_, i) => i * 72 - 24)
  return (
    <g fill="#fff" fillRule="evenodd">
      <rect width={WIDTH} height={EAVE} />
      {tiles.map((x) => (
        <path key={x} d={VALANCE} transform={`translate(${x} ${EAVE - 1})`} />
      ))}
    </g>
  )
}

interface TextProps {
  readonly t: Translate
  readonly name: string
}

/** The text of the image: the name and the tagline. `satori` supports flex boxes only. */
export function PictureText({ t, name }: TextProps) {
  return (
    <div style={{ display: "flex", flexDirection: "column", width: WIDTH, height: HEIGHT, color: "#fff" }}>
      <div
        style={{
          display: "flex",
          alignItems: "center",
          height: EAVE,
          paddingLeft: 138,
          fontSize: 40,
          color: "#102779",
        }}
      >
        {name}
      </div>
      <div
        style={{
          display: "flex",
          flexDirection: "column",
          width: 680,
          padding: "76px 0 0 72px",
          fontSize: 72,
          lineHeight: 1.02,
        }}
      >
        <div>{t("home.tagline")}</div>
        <div style={{ color: "#ffbd41" }}>{t("home.tagline_lit")}</div>
      </div>
    </div>
  )
}
