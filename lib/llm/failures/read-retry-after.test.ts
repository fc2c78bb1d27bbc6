import { expect, it } from "vitest";
import { readRetryAfter } from "./read-retry-after.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");

it.each([
  [{ "retry-after-ms": "1500.5", "retry-after": "9" }, 1_500.5],
  [{ "x-ms-retry-after-ms": "250" }, 250],
  [{ "retry-after": "2.5" }, 2_500],
  [{ "retry-after": "1m30s" }, 90_000],
  [{ "retry-after": "Sat, 28 Nov 2026 12:00:07 GMT" }, 7_000],
  [{ "retry-after": "Sat, 28 Nov 2026 11:00:00 GMT" }, 0],
  [{ "retry-after": "-3" }, null],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "NaN" }, null],
  [{ "ratelimit-reset": "12" }, 12_000],
  [{ "x-ratelimit-reset": String(NOW + 3_000) }, 3_000],
  [{ "x-ratelimit-reset": String(NOW / 1_000 + 3) }, 3_000],
  [{ "x-ratelimit-reset-requests": "6m0s" }, null],
  [{ "x-ratelimit-reset-requests": "6m0s", "x-ratelimit-remaining-requests": "0" }, 360_000],
  [{ "x-ratelimit-reset-tokens": "20ms", "x-ratelimit-remaining-tokens": "0" }, 20],
  [{ "x-ratelimit-reset-tokens": "20ms", "x-ratelimit-remaining-tokens": "4" }, null],
  [
    {
      "anthropic-ratelimit-requests-reset": "2026-11-28T12:00:30Z",
      "anthropic-ratelimit-requests-remaining": "0",
    },
    30_000,
  ],
])("headers %j: %s ms", (headers: Record<string, string>, ms) => {
  expect(readRetryAfter(new Headers(headers), null, NOW)).toBe(ms);
});

it.each([
  [{ details: [{ retryDelay: "2.5s" }] }, 2_500],
  [{ retry_after: 3 }, 3_000],
  [{ retry_after_ms: 40 }, 40],
  [{ estimated_time: 20.25 }, 20_250],
  [{ metadata: { headers: { "X-RateLimit-Reset": String(NOW + 9_000) } } }, 9_000],
  [{ metadata: { raw: '{"error":{"details":[{"retryDelay":"4s"}]}}' } }, 4_000],
  [{ message: "Please try again in 2.5s. Visit https://x" }, 2_500],
  [{ message: "Please try again in 1m30.5s." }, 90_500],
  [{ message: "try again in 20ms" }, 20],
  [{ message: "Please retry after 34 seconds." }, 34_000],
  [{ message: "Please retry after 1 minute and 5 seconds" }, 65_000],
  [{ message: "Rate limited. Wait for 2 hours." }, 7_200_000],
  [{ message: "Please try again in 6h0m0s" }, 21_600_000],
  [{ message: "try again later, after 3 attempts" }, null],
  [{ message: "wait a moment" }, null],
  [{ retry_after: null, retryDelay: "a while" }, null],
  ["Retry in 3 s", 3_000],
  [undefined, null],
])("the error %j: %s ms", (error, ms) => {
  expect(readRetryAfter(new Headers(), error, NOW)).toBe(ms);
});
