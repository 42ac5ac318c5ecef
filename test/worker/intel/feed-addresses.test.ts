import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { anotherIsolate, aSource } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

const PATH = "/admin/intel/sources";

/** Addresses from which no feed is ever fetched, and what the answer says of each. */
const NEVER = [
  ["https://10.0.0.1/list.txt", "must name a host, not an IP address"],
  ["http://127.0.0.1:9000/", "must name a host, not an IP address"],
  ["https://[::1]/", "must name a host, not an IP address"],
  ["https://2130706433/", "must name a host, not an IP address"],
  ["https://feeds.internal./", "must name a host of the public internet"],
  ["https://localhost/", "must name a host of the public internet"],
  ["https://user:pass@feeds.rampart.dev/", "must not hold a user or password"],
  ["https://key@feeds.rampart.dev/", "must not hold a user or password"],
] as const;

function order(address: string) {
  const about = { title: "A test", kind: "ip", format: "ip-list", category: "scanner" };
  const id = `test-${crypto.randomUUID().slice(0, 12)}`;
  return { id, ...about, reliability: 0.5, address };
}

describe("the address of a source", () => {
  it.each(NEVER)("400 for %s, when it is made and when it is changed", async (address, message) => {
    const as = await anOperator();
    const details = [{ path: "address", message }];
    const made = await call("POST", PATH, { as, body: order(address) });
    expect([made.status, await made.json()]).toMatchObject([400, { details }]);
    const source = await aSource();
    const changed = await call("PATCH", `${PATH}/${source}`, { as, body: { address } });
    expect([changed.status, await changed.json()]).toMatchObject([400, { details }]);
  });

  it("may be loopback where the setting of a developer's machine names it, and not elsewhere", async () => {
    const headers = { authorization: `Bearer ${await anOperator()}` };
    const statusWith = async (settings: Partial<Cloudflare.Env>) => {
      const isolate = anotherIsolate({}, {}, settings);
      const body = JSON.stringify(order("http://localhost:9000/list.txt"));
      const more = { ...headers, "content-type": "application/json" };
      return (await isolate.request(PATH, { method: "POST", headers: more, body })).status;
    };
    const local = { WEBHOOKS_ALLOW: "http://localhost:*" };
    expect(await statusWith({ ...local, ENVIRONMENT: "development" })).toBe(201);
    expect(await statusWith({ WEBHOOKS_ALLOW: "" })).toBe(400);
  });
});
