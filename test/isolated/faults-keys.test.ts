import { describe, expect, it } from "vitest";
import { call } from "../support/call.ts";
import { aNew, byOperator, made } from "../support/faults/requests.ts";
import type { Ready } from "../support/faults/send.ts";
import { sweep, type Prepare } from "../support/faults/sweep.ts";
import { anOperator, aServiceKey, aTenant } from "../support/people.ts";

interface Status {
  currentVersion: number;
  minEncryptionVersion: number;
  versions: { version: number; state: string }[];
}

/** A request of a service for a tenant that has a key, or has none yet. */
async function byService(
  path: string,
  { isKeyed = true, more = {} }: { isKeyed?: boolean; more?: Record<string, string> } = {},
): Promise<Ready & { tenantId: string }> {
  const tenantId = await aTenant();
  const headers = { "x-internal-service-key": await aServiceKey(), ...more };
  const body = { tenantId };
  if (isKeyed) await call("POST", "/encryption/provision-key", { headers, body });
  return { tenantId, method: "POST", path, headers, body, look: () => stateOf(tenantId) };
}

/** A request of an operator for a tenant with two versions. */
async function byKeeper(
  method: string,
  more: string,
  { body, before = [] }: { body?: object; before?: string[] } = {},
): Promise<Ready> {
  const { tenantId, headers } = await byService("");
  await call("POST", "/encryption/rotate-key", { headers: headers ?? {}, body: { tenantId } });
  const path = `/encryption/keys/${tenantId}`;
  const ready = await byOperator(method, `${path}${more}`, body);
  for (const change of before) await made("POST", `${path}/versions/1/${change}`, ready.as ?? "");
  return { ...ready, look: () => stateOf(tenantId) };
}

async function stateOf(tenantId: string): Promise<unknown> {
  const as = await anOperator();
  const status = await made<Status>("GET", `/encryption/keys/${tenantId}`, as);
  const { currentVersion, minEncryptionVersion, versions } = status;
  const states = versions.map(({ version, state }) => `${version} ${state}`);
  return [currentVersion, minEncryptionVersion, ...states];
}

const ROWS: Record<string, Prepare> = {
  "POST /encryption/provision-key": () =>
    byService("/encryption/provision-key", { isKeyed: false }),
  "POST /encryption/rotate-key": () => byService("/encryption/rotate-key"),
  "POST /encryption/rotate-key with an Idempotency-Key": () =>
    byService("/encryption/rotate-key", { more: { "idempotency-key": aNew() } }),
  "PATCH /encryption/keys/{tenantId}": () =>
    byKeeper("PATCH", "", { body: { minEncryptionVersion: 2 } }),
  "POST .../versions/{version}/disable": () => byKeeper("POST", "/versions/1/disable"),
  "POST .../versions/{version}/enable": () =>
    byKeeper("POST", "/versions/1/enable", { before: ["disable"] }),
};

describe("a change during which one store call fails can be sent again and ends as if none had", () => {
  it.each(Object.entries(ROWS))("%s", async (_route, prepare) => {
    expect(await sweep(prepare)).toEqual([]);
  });
});
