import { expect, test } from "vitest"
import { type ErrorLabels, errorShown, SUCCESS_HIDDEN, successShown } from "./overlay-state.ts"

const LABELS: ErrorLabels = {
  title: "Something went wrong",
  retry: "Try Again",
  dismiss: "Dismiss",
  close: "Close",
  error: "Error",
  warning: "Warning",
  info: "Information",
}

test("an error that says no more is red, called by the general title, and can be closed but not tried again", () => {
  expect(errorShown({ message: "No.", labels: LABELS })).toEqual({
    isOpen: true,
    title: "Something went wrong",
    message: "No.",
    type: "error",
    retry: undefined,
    hasDismiss: true,
    hasClose: true,
    labels: LABELS,
  })
})

test("an error keeps what it says of itself", () => {
  const retry = () => undefined
  const notice = {
    title: "Not Found",
    message: "Gone.",
    type: "info",
    retry,
    hasDismiss: false,
    hasClose: false,
  } as const
  expect(errorShown({ ...notice, labels: LABELS })).toEqual({ ...notice, labels: LABELS, isOpen: true })
})

test("a success is animated, stays, and has no action, unless it says otherwise", () => {
  const notice = { title: "Thank you!", message: "It is done.", closeLabel: "Close" }
  expect(successShown(notice)).toEqual({
    ...notice,
    isOpen: true,
    actions: [],
    autoCloseAfter: undefined,
    showAnimation: true,
  })
  const actions = [{ label: "Home", href: "/" }]
  expect(successShown({ ...notice, actions, autoCloseAfter: 3, showAnimation: false })).toEqual({
    ...notice,
    isOpen: true,
    actions,
    autoCloseAfter: 3,
    showAnimation: false,
  })
})

test("of what one success said, nothing is left for the next", () => {
  const first = { title: "A", message: "B", closeLabel: "C", actions: [{ label: "D", href: "/" }], autoCloseAfter: 1 }
  successShown(first)
  expect(SUCCESS_HIDDEN).toEqual({
    isOpen: false,
    title: "",
    message: "",
    actions: [],
    autoCloseAfter: undefined,
    showAnimation: true,
    closeLabel: "",
  })
  expect(successShown({ title: "E", message: "F", closeLabel: "G" }).actions).toEqual([])
})
