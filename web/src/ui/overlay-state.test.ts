import { expect, test } from "vitest"
import { type ErrorLabels, openError, openSuccess, SUCCESS_HIDDEN } from "./overlay-state.ts"

const LABELS: ErrorLabels = {
  title: "Something went wrong",
  retry: "Try Again",
  dismiss: "Dismiss",
  close: "Close",
  error: "Error",
  warning: "Warning",
  info: "Information",
}

test("a bare error is red, has the default title, and can be dismissed but not retried", () => {
  expect(openError({ message: "No.", labels: LABELS })).toEqual({
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

test("an error keeps the options it sets", () => {
  const retry = () => undefined
  const notice = {
    title: "Not Found",
    message: "Gone.",
    type: "info",
    retry,
    hasDismiss: false,
    hasClose: false,
  } as const
  expect(openError({ ...notice, labels: LABELS })).toEqual({ ...notice, labels: LABELS, isOpen: true })
})

test("a success is animated, stays open and has no actions by default", () => {
  const notice = { title: "Thank you!", message: "It is done.", closeLabel: "Close" }
  expect(openSuccess(notice)).toEqual({
    ...notice,
    isOpen: true,
    actions: [],
    autoCloseAfter: undefined,
    showAnimation: true,
  })
  const actions = [{ label: "Home", href: "/" }]
  expect(openSuccess({ ...notice, actions, autoCloseAfter: 3, showAnimation: false })).toEqual({
    ...notice,
    isOpen: true,
    actions,
    autoCloseAfter: 3,
    showAnimation: false,
  })
})

test("a success leaves no state for the next one", () => {
  const first = { title: "A", message: "B", closeLabel: "C", actions: [{ label: "D", href: "/" }], autoCloseAfter: 1 }
  openSuccess(first)
  expect(SUCCESS_HIDDEN).toEqual({
    isOpen: false,
    title: "",
    message: "",
    actions: [],
    autoCloseAfter: undefined,
    showAnimation: true,
    closeLabel: "",
  })
  expect(openSuccess({ title: "E", message: "F", closeLabel: "G" }).actions).toEqual([])
})
