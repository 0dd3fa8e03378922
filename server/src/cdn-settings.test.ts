import { expect, test } from "vitest"
import { readConfig } from "./config.ts"

test("shared caches keep pages for a day at most, and are purged by one request", () => {
  const url = { CDN_MAX_AGE: "86400", CDN_PURGE_URL: "https://cdn.example/purge?zone=1" }
  const secret = { CDN_PURGE_HEADER: "Authorization: Bearer canary", CDN_PURGE_BODY: '{"purge_everything":true}' }
  expect([readConfig({}).cdnMaxAge, readConfig(url).cdnMaxAge, readConfig({}).cdnPurge]).toEqual([0, 86_400, undefined])
  const request = { url: url.CDN_PURGE_URL, method: "POST", headers: {}, body: undefined }
  expect(readConfig(url).cdnPurge).toEqual(request)
  const headers = { authorization: "Bearer canary", "content-type": "application/json" }
  expect(readConfig({ ...url, ...secret }).cdnPurge).toEqual({ ...request, headers, body: secret.CDN_PURGE_BODY })
  expect(readConfig({ ...url, CDN_PURGE_METHOD: "BAN", CDN_PURGE_BODY: "all=1" }).cdnPurge).toEqual({
    ...request,
    method: "BAN",
    body: "all=1",
  })
  expect(() => readConfig({ ...url, CDN_MAX_AGE: "0" })).toThrow("CDN_MAX_AGE must be above 0 where a CDN is purged")
  expect(() => readConfig({ CDN_PURGE_URL: url.CDN_PURGE_URL })).toThrow("CDN_MAX_AGE must be above 0")
  for (const alone of [{ CDN_PURGE_METHOD: "PURGE" }, { CDN_PURGE_BODY: "a" }, { CDN_PURGE_HEADER: "a: canary" }])
    expect(() => readConfig({ CDN_MAX_AGE: "60", ...alone })).toThrow(
      /^CDN_PURGE_URL must be set for the other settings of the purge$/,
    )
  expect(() => readConfig({ ...url, CDN_PURGE_METHOD: "GET", CDN_PURGE_BODY: "a" })).toThrow("CDN_PURGE_BODY must not")
})

test.each([
  ["CDN_MAX_AGE", "a whole number from 0 to 86400", ["86401", "-1", "060", "1.5", "5m", "99999"]],
  ["CDN_PURGE_METHOD", "POST, PUT, DELETE, GET, PURGE or BAN", ["post", "TRACE", "PATCH"]],
  [
    "CDN_PURGE_URL",
    "an https address without a password, or http in a private network",
    ["cdn.example", "ftp://cdn.example", "http://cdn.example", "http://8.8.8.8", "https://me:canary@cdn.example"],
  ],
  [
    "CDN_PURGE_HEADER",
    "one header like Authorization: Bearer …",
    ["canary", "Authorization:", "a b: canary", "a: canary\nb: c", "Host: canary", "content-length: 1", "a: canaré"],
  ],
  ["CDN_PURGE_BODY", "at most 1000 characters", ["x".repeat(1001)]],
])("a wrong %s is refused, and not part of the error", (name, expected, wrong) => {
  const set = { CDN_MAX_AGE: "60", CDN_PURGE_URL: "https://cdn.example" }
  for (const value of wrong)
    expect(() => readConfig({ ...set, [name]: value })).toThrow(new RegExp(`^${name} must be ${expected}$`))
})

test("a purge goes over http within a private network only", () => {
  const hosts = ["localhost:6081", "varnish", "varnish.default.svc.cluster.local", "127.0.0.1", "10.1.2.3", "[::1]:80"]
  for (const host of [...hosts, "172.31.0.1", "192.168.1.1", "[fd00::1]", "a.internal"])
    expect(readConfig({ CDN_MAX_AGE: "60", CDN_PURGE_URL: `http://${host}/` }).cdnPurge?.url).toBe(`http://${host}/`)
})
