import { expect, test } from "vitest"
import { uploadedFields } from "./uploads.ts"

const formOf = (parts: number, boundary = "b") =>
  Buffer.from(
    `${`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`.repeat(parts)}--${boundary}--\r\n`,
  )
const TYPES = [
  "multipart/form-data; boundary=b",
  'multipart/form-data; boundary="b"',
  'multipart/form-data; x="boundary=zzz"; boundary=b',
  "multipart/form-data; xboundary=zzz; Boundary=b",
  "multipart/form-data; boundary=b; boundary=zzz",
]

test.each(TYPES)("a form of the type %s has at most 20 parts", async (type) => {
  expect(await uploadedFields(formOf(1), type)).toEqual({ a: "x" })
  await expect(uploadedFields(formOf(21), type)).rejects.toMatchObject({ code: "request.too_large" })
})

test.each(["", "multipart/form-data", 'multipart/form-data; boundary=""', 'multipart/form-data; x="boundary=b"', "x"])(
  "a form of the type %j is refused",
  async (type) => {
    await expect(uploadedFields(formOf(1), type)).rejects.toMatchObject({ code: "request.malformed" })
  },
)
