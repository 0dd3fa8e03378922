import { expect, test } from "vitest"
import { scram } from "./scram.ts"

// The example of RFC 7677, section 3.
const SERVER_FIRST = "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
const SERVER_FINAL = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="
const exchange = () => scram("user", "pencil", "rOprNGfwEbeRWgbNEkqO")

test("the messages are those of the example in RFC 7677", () => {
  const { first, final, verify } = exchange()
  expect(first).toBe("n=user,r=rOprNGfwEbeRWgbNEkqO")
  expect(final(SERVER_FIRST)).toBe(
    "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=",
  )
  verify(SERVER_FINAL)
})

test("a server that does not know the password is refused", () => {
  const { final, verify } = exchange()
  expect(() => verify("v=")).toThrow("does not know the password")
  final(SERVER_FIRST)
  expect(() => verify(SERVER_FINAL.replace("6", "7"))).toThrow("does not know the password")
})

test("a server nonce that does not begin with the client's is refused", () => {
  expect(() => exchange().final("r=other,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096")).toThrow("another SCRAM exchange")
})
