import { expect, test } from "vitest"
import { registrationValues } from "./pages.ts"

const EMAIL = "ada@example.org"

test("a membership fills in the names, a plain user name, the email and the program", () => {
  expect(registrationValues({ name: " Marie-Ange  Désir ", email: ` ${EMAIL} `, program: "coding" })).toEqual({
    firstName: "Marie-Ange",
    lastName: "Désir",
    username: "marieange.desir",
    email: EMAIL,
    program: "coding",
  })
  expect(registrationValues({ name: "Jean Robert Paul", email: EMAIL })).toMatchObject({
    firstName: "Jean Robert",
    lastName: "Paul",
    username: "jean.robert.paul",
  })
})

test("what a membership does not tell stays empty", () => {
  expect(registrationValues({ name: "Ada", email: EMAIL })).toEqual({ firstName: "Ada", username: "ada", email: EMAIL })
  expect(registrationValues({ name: "Лю", email: EMAIL })).toEqual({ firstName: "Лю", email: EMAIL })
})

test("a suggested user name has 3 to 20 characters and ends with no full stop", () => {
  const names = [
    "Jo",
    "Jo B",
    "Widlinemaricarmelle Antoinette",
    "Widlinemaricarmelles Antoinette",
    "Widlinemaricarmelle",
  ]
  const suggested = names.map((name) => registrationValues({ name, email: EMAIL })["username"])
  expect(suggested).toEqual([undefined, "jo.b", "widlinemaricarmelle", "widlinemaricarmelles", "widlinemaricarmelle"])
})
