import { env, exports } from "cloudflare:workers";
import { describe, expect, it, onTestFinished } from "vitest";
import { call } from "../../support/call.ts";
import {
  aCaller,
  aFeed,
  anAddress,
  anotherIsolate,
  byte,
  Caller,
  entry,
  ofAddresses,
  upload,
} from "../../support/intel.ts";
import { anApiKey, anOperator } from "../../support/people.ts";

interface Decision {
  id: number;
  origin: string;
  type: string;
  scope: string;
  value: string;
  duration: string;
  scenario: string;
}

interface Changes {
  new: Decision[] | null;
  deleted: Decision[] | null;
}

describe("the local API of CrowdSec", () => {
  /** As a bouncer is set up: one address and one key. */
  function bouncer({ tenantId, key }: Caller) {
    const headers = { "x-api-key": `${tenantId}:${key}`, "user-agent": "crowdsec-bouncer/1.0" };
    return async <T>(query: string, base = ""): Promise<T> => {
      const answer = await call("GET", `${base}/v1/decisions${query}`, { headers });
      expect(answer.status).toBe(200);
      return answer.json<T>();
    };
  }

  it("GET /v1/decisions?ip= gives the decision on a listed address and null for another", async () => {
    const bad = anAddress();
    await aFeed(ofAddresses, [bad]);
    const ask = bouncer(await aCaller());
    for (const base of ["", "/api"]) {
      expect(await ask(`?ip=${bad}`, base)).toEqual([
        {
          id: expect.any(Number),
          origin: "rampart",
          type: "ban",
          scope: "Ip",
          value: bad,
          duration: "168h0m0s",
          scenario: "rampart/c2",
        },
      ]);
      expect(await ask(`?ip=${anAddress()}`, base)).toBeNull();
    }
    expect((await ask<Decision[]>("")).map(({ value }) => value)).toContain(bad);
  });

  it("GET /v1/decisions?ip= names the scenario that weighs most, as GET /v1/decisions does", async () => {
    const bad = anAddress();
    await aFeed({ ...ofAddresses, category: "attacker" }, [bad]);
    await aFeed(ofAddresses, [bad]);
    const ask = bouncer(await aCaller());
    const [all, one] = [await ask<Decision[]>(""), await ask<Decision[]>(`?ip=${bad}`)];
    expect(one).toEqual([expect.objectContaining({ scenario: "rampart/c2" })]);
    expect(all.find(({ value }) => value === bad)).toEqual(one[0]);
    expect(await ask(`?ip=${bad}&scenarios_containing=c2`)).toEqual(one);
  });

  it("GET /v1/decisions?ip= gives the same decision for each form of an address", async () => {
    const bad = anAddress();
    const net = `2001:db8:${byte()}`;
    await aFeed(ofAddresses, [bad, `${net}::1`]);
    const ask = bouncer(await aCaller());
    const all = await ask<Decision[]>("");
    for (const [value, form] of [
      [`${net}::1`, `${net.toUpperCase()}:0:0::1`],
      [`${net}::1`, `[${net}::1]`],
      [bad, `::ffff:${bad}`],
    ] as const) {
      expect(await ask(`?ip=${form}`)).toEqual(all.filter((one) => one.value === value));
    }
  });

  it.each(["ip", "range", "value"])(
    "400 for ?%s= that is not an address, naming the parameter, even if the quota is used up",
    async (name) => {
      const { headers, tenantId } = await aCaller();
      const body = { monthlyQuota: 0 };
      await call("PATCH", `/admin/tenants/${tenantId}`, { as: await anOperator(), body });
      const answer = await call("GET", `/v1/decisions?${name}=notip`, { headers });
      const message = `"${name}" is invalid: must be an IP address or a block.`;
      expect([answer.status, await answer.json()]).toEqual([400, { statusCode: 400, message }]);
    },
  );

  it("GET /v1/decisions?range= gives decisions that cover the whole block, none on a part of it", async () => {
    const [bad, net] = [anAddress(), `199.${byte()}.${byte()}`];
    await aFeed(ofAddresses, [bad, `${net}.0/24`]);
    const ask = bouncer(await aCaller());
    expect(await ask(`?range=${bad}/16`)).toBeNull();
    expect(await ask(`?range=${bad}/32`)).toMatchObject([{ scope: "Ip", value: bad }]);
    expect(await ask(`?range=${net}.64/26`)).toMatchObject([
      { scope: "Range", value: `${net}.0/24` },
    ]);
    expect(await ask(`?range=${net}.0/23`)).toBeNull();
  });

  it("a decision ends with the tenant's entry and is sent again when the entry's end moves", async () => {
    const denied = anAddress();
    const caller = await aCaller();
    const hours = (count: number) => Date.now() + count * 3_600_000 - 30_000;
    const ask = bouncer(caller);
    const lasts = (decisions: Decision[] | null) =>
      decisions?.filter(({ value }) => value === denied).map(({ duration }) => duration);
    await entry(caller, "deny", denied, hours(2));
    const soon = expect.stringMatching(/^1h59m\d+s$/);
    expect(lasts(await ask<Decision[]>(`?ip=${denied}`))).toEqual([soon]);
    expect(lasts((await ask<Changes>("/stream?startup=true")).new)).toEqual([soon]);
    await entry(caller, "deny", denied, hours(30));
    const later = expect.stringMatching(/^29h59m\d+s$/);
    expect(lasts((await ask<Changes>("/stream")).new)).toEqual([later]);
    expect(await ask<Changes>("/stream")).toEqual({ new: null, deleted: null });
    await entry(caller, "deny", denied, hours(1_000));
    expect(lasts((await ask<Changes>("/stream")).new)).toEqual(["168h0m0s"]);
  });

  it("GET /v1/decisions/stream gives all decisions at a start, then only the changes", async () => {
    const [stays, goes, comes] = [anAddress(), anAddress(), anAddress()];
    const source = await aFeed({ ...ofAddresses, decay: null }, [stays, goes]);
    const caller = await aCaller();
    const ask = bouncer(caller);
    const values = (decisions: Decision[] | null) => decisions?.map(({ value }) => value) ?? [];
    const first = await ask<Changes>("/stream?startup=true&scopes=ip,range");
    expect(values(first.new)).toEqual(expect.arrayContaining([stays, goes]));
    expect(first.deleted).toBeNull();

    const quiet = await ask<Changes>("/stream?startup=false&scopes=ip,range");
    expect(quiet).toEqual({ new: null, deleted: null });

    await upload(source, `${stays}\n${comes}\n`);
    const then = await ask<Changes>("/stream?scopes=ip,range");
    expect(values(then.new)).toContain(comes);
    expect(values(then.new)).not.toContain(stays);
    expect(values(then.deleted)).toEqual([goes]);

    await upload(source, `${stays}\n`);
    const anew = await ask<Changes>("/stream?startup=true&scopes=ip,range");
    expect(values(anew.new)).toContain(stays);
    expect(anew.deleted).toBeNull();

    await entry(caller, "allow", stays);
    const allowed = await ask<Changes>("/stream?scopes=ip,range");
    expect(allowed).toMatchObject({ new: null, deleted: [{ value: stays, scope: "Ip" }] });
  });

  it("two bouncers of one tenant, each with its own key, both get every change", async () => {
    const [goes, comes] = [anAddress(), anAddress()];
    const source = await aFeed({ ...ofAddresses, decay: null }, [goes]);
    const caller = await aCaller();
    const second = new Caller(caller.tenantId, await anApiKey(caller.tenantId));
    const both = [caller, second].map((one) => bouncer(one));
    for (const ask of both) {
      const { new: all } = await ask<Changes>("/stream?startup=true");
      expect(all?.length).toBeGreaterThan(0);
    }
    await upload(source, `${comes}\n`);
    for (const ask of both) {
      const changes = await ask<Changes>("/stream");
      expect(changes.new?.map(({ value }) => value)).toContain(comes);
      expect(changes.deleted?.map(({ value }) => value)).toContain(goes);
    }
  });

  it("a poll gives all decisions again after three days, before they expire at the bouncer", async () => {
    const bad = anAddress();
    await aFeed(ofAddresses, [bad]);
    const { tenantId, key } = await aCaller();
    const start = Date.now();
    let now = start;
    const isolate = anotherIsolate({ now: () => now });
    const headers = { "x-api-key": `${tenantId}:${key}` };
    const poll = async () => {
      const answer = await isolate.request("/v1/decisions/stream", { headers });
      return answer.json<Changes>();
    };
    const values = ({ new: decisions }: Changes) => decisions?.map(({ value }) => value) ?? [];
    expect(values(await poll())).toContain(bad);
    // The polls in between do not bring the decision again, and do not put that off.
    for (const days of [1, 2, 3]) {
      now = start + days * 86_400_000;
      expect(values(await poll())).not.toContain(bad);
    }
    now += 1;
    expect(values(await poll())).toContain(bad);
  });

  it.each([true, false])(
    "R2 fails to confirm the bouncer's note, stored %s: 200 with the changes if stored, else 503 and the next poll",
    async (isNoted) => {
      const denied = anAddress();
      const caller = await aCaller();
      let isBroken = false;
      const put = async (...file: Parameters<R2Bucket["put"]>) => {
        const isNote = isBroken && file[0].startsWith("intel/bouncers/");
        const written = isNote && !isNoted ? null : await env.OBJECTS.put(...file);
        if (isNote) throw new Error("put: We encountered an internal error. (10001)");
        return written;
      };
      const { request } = anotherIsolate({}, { put: put as R2Bucket["put"] });
      const headers = { "x-api-key": `${caller.tenantId}:${caller.key}` };
      const poll = () => request("/v1/decisions/stream", { headers });
      await poll();
      await entry(caller, "deny", denied);
      isBroken = true;
      const told = await poll();
      // A decision sent but not noted would stay refused if the entry were removed before the next poll.
      expect(told.status).toBe(isNoted ? 200 : 503);
      isBroken = false;
      const again = await (await poll()).json<Changes>();
      const { new: added } = isNoted ? await told.json<Changes>() : again;
      expect(added).toMatchObject([{ value: denied }]);
      if (isNoted) expect(again).toEqual({ new: null, deleted: null });
    },
  );

  it("HEAD takes no decision away from the next poll and no unit of the quota", async () => {
    await aFeed(ofAddresses, [anAddress()]);
    const caller = await aCaller();
    const ask = bouncer(caller);
    await ask<Changes>("/stream?startup=true");
    const denied = anAddress();
    await entry(caller, "deny", denied);
    const headers = { "x-api-key": `${caller.tenantId}:${caller.key}` };
    const left: (string | undefined)[] = [];
    for (const query of ["", "?startup=true", ""]) {
      const path = `/v1/decisions/stream${query}`;
      const answer = await call("HEAD", path, { headers });
      expect([answer.status, await answer.text()]).toEqual([200, ""]);
      left.push(/;r=\d+/.exec(answer.headers.get("ratelimit") ?? "")?.[0]);
    }
    expect(new Set(left).size).toBe(1);
    expect(await ask("/stream")).toMatchObject({ new: [{ value: denied }], deleted: null });
  });

  it.each([
    "range=nonsense/33",
    "range=192.0.2.0/33",
    "ip=192.0.2.1/x",
    "value=2001:db8::/129",
    "ip=",
  ])("400 for ?%s, which is malformed, instead of 200 with null", async (query) => {
    const { tenantId, key } = await aCaller();
    const headers = { "x-api-key": `${tenantId}:${key}` };
    expect((await call("GET", `/v1/decisions?${query}`, { headers })).status).toBe(400);
  });

  it("a start takes a unit, later polls none, and polls still answer 200 when the quota is used up", async () => {
    await aFeed(ofAddresses, [anAddress()]);
    const caller = await aCaller();
    const as = await anOperator();
    const body = { monthlyQuota: 2 };
    const tenant = `/admin/tenants/${caller.tenantId}`;
    expect((await call("PATCH", tenant, { as, body })).status).toBe(200);
    const headers = { "x-api-key": `${caller.tenantId}:${caller.key}` };
    const poll = (query = "") => call("GET", `/v1/decisions/stream${query}`, { headers });
    const start = "?startup=true";
    expect((await poll(start)).status).toBe(200);
    expect((await poll()).status).toBe(200);
    expect((await poll(start)).status).toBe(200);
    const refused = await poll(start);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("ratelimit")).toMatch(/^"month";r=0;/);
    const denied = anAddress();
    await entry(caller, "deny", denied);
    const answer = await poll();
    expect(answer.status).toBe(200);
    expect((await answer.json<Changes>()).new).toMatchObject([{ value: denied }]);
  });

  it("429 with the burst policy for polls beyond the burst limit", async () => {
    const perSecond = env.DB.prepare("UPDATE plans SET burst_per_second = ? WHERE id = 'team'");
    onTestFinished(async () => void (await perSecond.bind(200).run()));
    await perSecond.bind(1).run();
    const { tenantId, key } = await aCaller();
    const now = Date.now();
    const isolate = anotherIsolate({ now: () => now });
    const headers = { "x-api-key": `${tenantId}:${key}` };
    const poll = () => isolate.request("/v1/decisions/stream", { headers });
    const { headers: told } = await poll();
    let last = await poll();
    for (let more = 0; more < 10 && last.status === 200; more += 1) last = await poll();
    expect(last.status).toBe(429);
    expect(last.headers.get("ratelimit")).toMatch(/^"burst";r=0;/);
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(told.get("ratelimit-policy")).toMatch(/^"month";/);
  });

  it("a bouncer that filters by origin, scenario, scope or type gets only matching decisions", async () => {
    const [bad, late] = [anAddress(), anAddress()];
    const source = await aFeed(ofAddresses, [bad]);
    const caller = await aCaller();
    const ask = bouncer(caller);
    const of = async (query: string) => {
      const { new: found } = await ask<Changes>(`/stream?startup=true&${query}`);
      const one = await ask<Decision[] | null>(`?ip=${bad}&${query}`);
      expect([query, one !== null]).toEqual([query, found !== null]);
      return found === null ? 0 : new Set(found.map(({ scenario }) => scenario)).size;
    };
    expect(await of("origins=cscli,Rampart&scenarios_containing=ssh,C2")).toBe(1);
    expect(await of("scenarios_not_containing=ssh&origins=&type=ban")).toBeGreaterThan(0);
    const none = [
      "origins=cscli,CAPI",
      "scenarios_containing=ssh",
      "scenarios_not_containing=rampart",
    ];
    for (const query of none) expect([query, await of(query)]).toEqual([query, 0]);
    expect(await ask("?scope=country&value=FR")).toBeNull();
    expect(await ask("?type=captcha")).toBeNull();

    const query = "/stream?scenarios_containing=c2";
    expect(await ask<Changes>(query)).toMatchObject({ new: expect.any(Array) });
    await upload(source, `${bad}\n${late}\n`);
    expect(await ask<Changes>(query)).toMatchObject({ new: [{ value: late }] });
  });

  it("GET /v1/decisions?range=&contains=false gives the decisions within the block, filtered by scope", async () => {
    const net = `198.${100 + (byte() % 50)}.${byte()}`;
    await aFeed(ofAddresses, [`${net}.9`, `${net}.64/26`]);
    const ask = bouncer(await aCaller());
    const within = await ask<Decision[]>(`?range=${net}.0/24&contains=false`);
    const values = within.map(({ value }) => value);
    expect(new Set(values)).toEqual(new Set([`${net}.9`, `${net}.64/26`]));
    expect(await ask(`?range=${net}.0/24&contains=true`)).toBeNull();
    const of = async (scope: string) => {
      const found = await ask<Decision[]>(`?range=${net}.0/24&contains=false&scope=${scope}`);
      return found.map((one) => one.scope).toSorted();
    };
    expect(await of("ip,Range,country")).toEqual(["Ip", "Range"]);
    expect(await of("Range")).toEqual(["Range"]);
    expect(await of("ip")).toEqual(["Ip"]);
    expect(await ask(`?ip=${net}.9&scope=range`)).toBeNull();
  });

  it("POST /v1/usage-metrics: 201 without taking a unit; 400, 401, 403 and 413 for bad requests", async () => {
    const { tenantId, key } = await aCaller();
    const headers = { "x-api-key": `${tenantId}:${key}` };
    const item = { name: "dropped", unit: "packet", value: 7, labels: { origin: "rampart" } };
    const metrics = [{ meta: { utc_now_timestamp: 1, window_size_seconds: 900 }, items: [item] }];
    const one = { type: "crowdsec-firewall-bouncer", version: "v0.0.31", metrics, os: null };
    const told = { log_processors: null, remediation_components: [one] };
    const tell = (body: unknown, as = headers) =>
      call("POST", "/v1/usage-metrics", { headers: as, body });
    const left: (string | undefined)[] = [];
    for (let times = 0; times < 2; times += 1) {
      const answer = await tell(told);
      expect([answer.status, await answer.text()]).toEqual([201, ""]);
      left.push(/;r=\d+/.exec(answer.headers.get("ratelimit") ?? "")?.[0]);
    }
    expect(new Set(left).size).toBe(1);
    for (const body of [{}, { remediation_components: [] }, "{", []]) {
      expect([body, (await tell(body)).status]).toEqual([body, 400]);
    }
    // As the Traefik plugin sends metrics: without a content type.
    const body = new TextEncoder().encode(JSON.stringify(told));
    const untyped = new Request("http://rampart.test/v1/usage-metrics", {
      method: "POST",
      headers,
      body,
    });
    expect((await exports.default.fetch(untyped)).status).toBe(201);
    expect((await tell({ ...told, more: "x".repeat(300_000) })).status).toBe(413);
    expect((await tell(told, { "x-api-key": `${tenantId}:nonsense` })).status).toBe(401);
    const { tenantId: other, key: narrow } = await aCaller(["urlsearch"]);
    expect((await tell(told, { "x-api-key": `${other}:${narrow}` })).status).toBe(403);
  });

  it("401 for an invalid key, 403 for a key without the scope", async () => {
    const path = "/v1/decisions?ip=192.0.2.1";
    const wrong = await call("GET", path, { headers: { "x-api-key": "nonsense" } });
    expect(wrong.status).toBe(401);
    const { tenantId, key } = await aCaller(["urlsearch"]);
    const headers = { "x-api-key": `${tenantId}:${key}` };
    expect((await call("GET", path, { headers })).status).toBe(403);
  });
});
