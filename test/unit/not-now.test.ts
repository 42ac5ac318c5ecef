import { describe, expect, it } from "vitest";
import { isNotNow } from "../../src/http/index.ts";

const because = (message: string) =>
  new Error("Failed query: select 1", { cause: new Error(message) });

describe("isNotNow on a temporary error of storage", () => {
  it.each([
    "D1_ERROR: Network connection lost.",
    "D1 DB reset because its code was updated.",
    "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
    "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
    "D1 DB storage operation exceeded timeout which caused object to be reset.",
    "Internal error while starting up D1 DB storage caused object to be reset.",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
    "Cannot resolve D1 DB due to transient issue on remote node.",
    "D1_ERROR: internal error; reference = 8t4dqqpoq1ctvjr8kca8fl4c",
    "D1_ERROR: Internal error in D1 DB storage caused object to be reset; reference = 8t4d",
    "D1_ERROR: D1 DB's isolate exceeded its memory limit and was reset.",
    "D1_ERROR: Currently processing a long-running export.",
    "put: We encountered an internal error. Please try again. (10001)",
    "list: Service is temporarily unavailable. (10043)",
    "put: Reduce your concurrent request rate for the same object. (10058)",
    "head: Unspecified error (0)",
    "Queue send failed: Internal Server Error",
    "Queue send failed: Too Many Requests",
    "Queue sendBatch failed: Queue is overloaded. Please back off.",
    "Your account is generating too much load on Durable Objects. Please back off and try again later.",
    'The RPC receiver does not implement the method "recognise".',
  ])("is true for the message %s", (message) => {
    expect(isNotNow(because(message))).toBe(true);
    expect(isNotNow(new Error(message))).toBe(true);
  });

  it.each([{ overloaded: true }, { retryable: true }])(
    "is true for the property %j",
    (property) => {
      expect(isNotNow(Object.assign(new Error("x"), property))).toBe(true);
      expect(isNotNow(new Error("y", { cause: Object.assign(new Error("x"), property) }))).toBe(
        true,
      );
    },
  );
});

describe("isNotNow on any other error", () => {
  it.each([
    "D1_ERROR: UNIQUE constraint failed: tenants.id",
    "D1_ERROR: Type 'object' not supported for value 'D1 DB is overloaded'",
    "D1_ERROR: no such table: network",
    "D1 DB exceeded its memory limit",
    "my Network connection lost",
    'he said: The RPC receiver does not implement the method "recognise".',
    "put: Your metadata headers exceed the maximum allowed metadata size. (10012)",
    "get: The specified bucket does not exist. (10006)",
    "Queue send failed: Payload Too Large",
    "Queue sendBatch failed: Storage Limit Exceeded",
    "the answer was: internal error; reference = (10001)",
  ])("is false for the message %s", (message) => {
    expect(isNotNow(because(message))).toBe(false);
  });

  it("is false for a value that is no Error, and for an Error that is its own cause", () => {
    const own = new Error("x");
    own.cause = own;
    for (const thrown of [undefined, null, "Network connection lost", { retryable: true }, own]) {
      expect(isNotNow(thrown)).toBe(false);
    }
    expect(isNotNow(Object.assign(new Error("x"), { retryable: "true" }))).toBe(false);
  });
});
