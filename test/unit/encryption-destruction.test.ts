import { describe, expect, it } from "vitest";
import { destructionOf } from "../../src/encryption/destruction.ts";
import type { VersionRow } from "../../src/encryption/keyring/record.ts";

const DAY_MS = 86_400_000;
const DESTROYED_AT = Date.UTC(2031, 0, 1);
const HISTORY_ENDS_AT = DESTROYED_AT + 30 * DAY_MS;

const row: VersionRow = {
  version: 1,
  state: "destroyed",
  rootId: 2,
  pastRoots: [1, 2],
  keyId: "key",
  createdAt: 0,
  retiredAt: 0,
  disabledAt: 0,
  destroyedAt: DESTROYED_AT,
  destroyedBy: "somebody",
  encryptions: 0,
  decryptions: 0,
  lastDecryptedAt: null,
};

/** The destruction with these roots on record, each with the day after it on which the root left. */
function destructionWith(...days: (number | null)[]) {
  const roots = days.map((day, at) => ({
    id: at + 1,
    fingerprint: "",
    firstSeenAt: 0,
    goneAt: day === null ? null : DESTROYED_AT + day * DAY_MS,
  }));
  return destructionOf(row, roots);
}

describe("a destroyed key", () => {
  it.each([
    ["the storage's history ends, if a root of the key is still present", [3, null], null, 30],
    ["the storage's history ends, if a root of the key is not on record", [3], null, 30],
    ["the last of its roots is gone", [3, 5], 5, 5],
    ["the storage's history ends before the last root goes", [3, 40], 40, 30],
    ["it is destroyed, if its roots were gone before", [-3, -2], -2, 0],
  ] as const)("is gone for good once %s", (_when, days, rootsGone, final) => {
    expect(destructionWith(...days)).toMatchObject({
      historyEndsAt: HISTORY_ENDS_AT,
      rootsGoneAt: rootsGone === null ? null : DESTROYED_AT + rootsGone * DAY_MS,
      finalAt: DESTROYED_AT + final * DAY_MS,
    });
  });
});
