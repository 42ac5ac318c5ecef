import { describe, expect, it } from "vitest";
import * as z from "zod";
import { pageRequest, pagingQuery } from "../../src/http/contract/index.ts";

const query = z.object(pagingQuery);

/** All that an int32 may be, as the contract has `page` and `limit`. */
describe("the limit of a page", () => {
  it.each([
    ["1", 1],
    ["200", 200],
    ["0", "must be at least 1"],
    ["-1", "must be at least 1"],
    ["-2147483648", "must be at least 1"],
    ["201", "must be at most 200"],
    ["2147483647", "must be at most 200"],
    ["1.0", "must be a whole number"],
    ["1e2", "must be a whole number"],
    ["0x1", "must be a whole number"],
    ["01", "must be a whole number"],
    ["", "must be a whole number"],
    ["one", "must be a whole number"],
  ])('is read, or refused with its reason: "%s"', (given, told) => {
    const { success, data, error } = query.safeParse({ limit: given });
    expect(success ? data.limit : error?.issues.map(({ message }) => message)).toEqual(
      success ? told : [told],
    );
  });
});

it("the last page that may be asked for ends with row 100,000", () => {
  expect(pageRequest({ page: 500, limit: 200 })).toMatchObject({ offset: 99_800 });
  expect(() => pageRequest({ page: 501, limit: 200 })).toThrow("must be at most 500 with 200");
});
