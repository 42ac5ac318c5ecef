import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { forgetSources } from "../../support/forget-sources.ts";
import {
  aCaller,
  aFeed,
  aName,
  anAddress,
  anotherIsolate,
  byte,
  entry,
  ofAddresses,
  upload,
  type Caller,
} from "../../support/intel.ts";

afterEach(forgetSources);

async function list(caller: Caller, path: string, headers = {}): Promise<string[]> {
  const answer = await caller.get(`/api/v1/exports/${path}`, headers);
  expect(answer.status).toBe(200);
  return (await answer.text()).split("\n").filter((line) => line !== "");
}

function damagedBody(target: R2ObjectBody, name: string | symbol): unknown {
  return name === "body" ? new Response("no gzip at all").body : Reflect.get(target, name);
}

describe("GET /api/v1/exports", () => {
  it("200 with malicious addresses and blocks, with the tenant's denied and without its allowed ones", async () => {
    const [bad, allowed, weak] = [anAddress(), anAddress(), anAddress()];
    const block = `197.${byte()}.${byte()}.0/26`;
    await aFeed(ofAddresses, [bad, allowed, block]);
    await aFeed({ ...ofAddresses, reliability: 0.4 }, [weak]);
    const caller = await aCaller();
    await entry(caller, "allow", allowed);
    await entry(caller, "deny", "192.168.7.0/30");
    await entry(caller, "deny", "2001:db8:77::1");
    const lines = await list(caller, "ip.txt");
    expect(lines).toEqual(expect.arrayContaining([bad, block, "192.168.7.0/30", "2001:db8:77::1"]));
    expect(lines).not.toContain(allowed);
    expect(lines).not.toContain(weak);
    expect(await list(caller, "ip.txt?disposition=suspicious")).toContain(weak);
    expect(await list(await aCaller(), "ip.txt")).toContain(allowed);
  });

  it("200 without private and reserved addresses, which are also cut out of listed blocks", async () => {
    const bad = anAddress();
    const closed = ["10.1.2.3", "192.168.5.0/24", "127.0.0.1", "240.1.0.0/24", "fe80::/64"];
    await aFeed(ofAddresses, [bad, ...closed, "100.0.0.0/9"]);
    const caller = await aCaller();
    const lines = await list(caller, "ip.txt");
    expect(lines).toEqual(expect.arrayContaining([bad, "100.0.0.0/10"]));
    expect(lines.filter((line) => line.startsWith("100."))).toEqual(["100.0.0.0/10"]);
    expect(closed.filter((value) => lines.includes(value))).toEqual([]);
    const answer = await caller.get("/api/v1/ipsearch?value=100.64.0.1");
    expect(await answer.json()).toMatchObject({ categories: ["private"], sources: [] });
  });

  it("200 with a listed block cut around the tenant's allowed addresses, as look-ups judge them", async () => {
    const [one, other] = [`198.${200 + (byte() % 50)}.${byte()}`, `2001:db8:e${byte()}`];
    await aFeed(ofAddresses, [`${one}.0/29`, `${other}::/126`]);
    const caller = await aCaller();
    await entry(caller, "allow", `${one}.3`);
    await entry(caller, "allow", `${other}::/127`);
    await entry(caller, "deny", `${other}::1`);
    const lines = await list(caller, "ip.txt");
    const own = lines.filter((line) => line.startsWith(`${one}.`) || line.startsWith(`${other}::`));
    expect(own.sort()).toEqual(
      [`${one}.0/31`, `${one}.2`, `${one}.4/30`, `${other}::1`, `${other}::2/127`].sort(),
    );
    const answer = await caller.get(`/api/v1/ipsearch?value=${one}.3`);
    expect(await answer.json()).toMatchObject({ disposition: "clean" });
    expect(await list(await aCaller(), "ip.txt")).toContain(`${one}.0/29`);
  });

  it("200 with the tenant's denied blocks cut around its allowed address, each part listed once", async () => {
    const caller = await aCaller();
    await entry(caller, "deny", "192.168.9.0/28");
    await entry(caller, "deny", "192.168.9.0/29");
    await entry(caller, "allow", "192.168.9.3");
    const lines = await list(caller, "ip.txt");
    const own = lines.filter((line) => line.startsWith("192.168.9."));
    expect(own.sort()).toEqual(
      ["192.168.9.0/31", "192.168.9.2", "192.168.9.4/30", "192.168.9.8/29"].sort(),
    );
    const answer = await caller.get("/api/v1/ipsearch?value=192.168.9.3");
    expect(await answer.json()).toMatchObject({ disposition: "clean" });
  });

  it("200 without addresses in blocks of the list, also those of the tenant", async () => {
    const [one, own] = [
      `198.${200 + (byte() % 50)}.${byte()}`,
      `198.${200 + (byte() % 50)}.${byte()}`,
    ];
    await aFeed(ofAddresses, [`${one}.0/29`, `${one}.3`, `${one}.0/30`, `${one}.8`, `${own}.9`]);
    const caller = await aCaller();
    const ownLines = async () =>
      (await list(caller, "ip.txt")).filter(
        (line) => line.startsWith(`${one}.`) || line.startsWith(`${own}.`),
      );
    expect((await ownLines()).sort()).toEqual([`${one}.0/29`, `${one}.8`, `${own}.9`].sort());
    await entry(caller, "deny", `${own}.0/24`);
    expect((await ownLines()).sort()).toEqual([`${one}.0/29`, `${one}.8`, `${own}.0/24`].sort());
  });

  it("200 with domains in domain.txt and canonical URLs in url.txt", async () => {
    const [name, denied, host] = [aName(), aName(), aName()];
    await aFeed({ format: "domain-list" }, [name]);
    await aFeed({ format: "url-list" }, [`http://${host}/a/../login?x=1`, `http://${name}/y`]);
    const caller = await aCaller();
    await entry(caller, "deny", denied);
    const domains = await list(caller, "domain.txt");
    expect(domains).toEqual(expect.arrayContaining([name, denied]));
    expect(domains).not.toContain(host);
    const urls = await list(caller, "url.txt");
    expect(urls).toEqual(expect.arrayContaining([`${host}/login?x=1`, `${name}/y`]));
  });

  it("200 with a response policy zone that blocks listed names and passes allowed ones", async () => {
    const [name, whole, allowed, denied] = [aName(), aName(), aName(), aName()];
    await aFeed({ format: "domain-list" }, [name, `*.${whole}`, allowed]);
    const caller = await aCaller();
    await entry(caller, "allow", allowed);
    await entry(caller, "deny", denied);
    const lines = await list(caller, "rpz.zone");
    expect(lines[0]).toMatch(/^\$TTL \d+$/);
    expect(lines[1]).toMatch(/^@ IN SOA localhost\. root\.localhost\. \d{10} \d+ \d+ \d+ \d+$/);
    expect(lines).toEqual(
      expect.arrayContaining([
        "@ IN NS localhost.",
        `${name} CNAME .`,
        `${whole} CNAME .`,
        `*.${whole} CNAME .`,
        `*.${denied} CNAME .`,
        `${allowed} CNAME rpz-passthru.`,
        `*.${allowed} CNAME rpz-passthru.`,
      ]),
    );
    // A look-up of a name below it is only suspicious.
    expect(lines).not.toContain(`*.${name} CNAME .`);
    expect(lines).not.toContain(`${allowed} CNAME .`);
    expect(lines.filter((line) => line.startsWith(denied))).toEqual([`${denied} CNAME .`]);
  });

  it("200 with a zone that drops listed names which would act as rpz-ip or rpz-nsdname rules", async () => {
    const name = aName();
    const rules = ["32.1.0.18.198.rpz-ip", "ns.test.rpz-nsdname", "8.0.0.0.1.rpz-client-ip"];
    await aFeed({ format: "domain-list" }, [name, ...rules, `rpz-ip.${name}`]);
    const lines = await list(await aCaller(), "rpz.zone");
    expect(lines).toEqual(expect.arrayContaining([`${name} CNAME .`, `rpz-ip.${name} CNAME .`]));
    expect(lines.filter((line) => /\.rpz-[a-z-]+ CNAME/.test(line))).toEqual([]);
  });

  it("200 with a zone without names over 200 characters, which would keep the zone from loading", async () => {
    const below = (length: number) => {
      const name = aName();
      const labels = `${"a".repeat(50)}.`.repeat(4);
      return `${labels.slice(-(length - name.length))}${name}`.replace(/^\./, "b");
    };
    const [fits, long] = [below(200), below(201)];
    expect([fits.length, long.length]).toEqual([200, 201]);
    await aFeed({ format: "domain-list" }, [fits, long]);
    const caller = await aCaller();
    const lines = await list(caller, "rpz.zone");
    expect(lines).toContain(`${fits} CNAME .`);
    expect(lines.filter((line) => line.includes(long))).toEqual([]);
    expect(await list(caller, "domain.txt")).toEqual(expect.arrayContaining([fits, long]));
  });

  it("304, not billed, for the tag while nothing changed; 200 after a change of the tenant's lists", async () => {
    await aFeed(ofAddresses, [anAddress()]);
    const caller = await aCaller();
    const path = "/api/v1/exports/ip.txt";
    const first = await caller.get(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"/);
    const left = (answer: Response) =>
      Number(/r=(\d+)/.exec(answer.headers.get("ratelimit") ?? "")?.[1]);
    const same = await caller.get(path, { "if-none-match": etag });
    expect(same.status).toBe(304);
    expect(left(same)).toBe(left(first));
    expect(same.headers.get("etag")).toBe(etag);
    const wider = await caller.get(`${path}?disposition=suspicious`, { "if-none-match": etag });
    expect(wider.status).toBe(200);
    const again = await caller.get(path, { "if-none-match": etag });
    await entry(caller, "deny", anAddress());
    const changed = await caller.get(path, { "if-none-match": etag });
    expect(changed.status).toBe(200);
    expect([left(wider), left(again)]).toEqual([left(first) - 1, left(first) - 1]);
    expect(left(changed)).toBe(left(first) - 2);
  });

  it("200 for the tag of an earlier day, as evidence has faded since", async () => {
    const gone = anAddress();
    const source = await aFeed({ ...ofAddresses, decay: { tauDays: 3, delta: 1 } }, [
      gone,
      anAddress(),
    ]);
    await upload(source, anAddress());
    const { headers } = await aCaller();
    const path = "/api/v1/exports/ip.txt?disposition=suspicious";
    const on = async (days: number, more: Record<string, string> = {}) => {
      const isolate = anotherIsolate({ now: () => Date.now() + days * 86_400_000 });
      return isolate.request(path, { headers: { ...headers, ...more } });
    };
    const first = await on(0);
    expect((await first.text()).split("\n")).toContain(gone);
    const tag = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await on(0, tag)).status).toBe(304);
    const later = await on(4, tag);
    expect(later.status).toBe(200);
    expect((await later.text()).split("\n")).not.toContain(gone);
  });

  it("304 for the tag in each valid form of If-None-Match; 200 for another tag", async () => {
    const caller = await aCaller();
    const path = "/api/v1/exports/domain.txt";
    const etag = (await caller.get(path)).headers.get("etag") ?? "";
    const strong = etag.replace("W/", "");
    const status = async (given: string) =>
      (await caller.get(path, { "if-none-match": given })).status;
    for (const given of [etag, strong, "*", `"other", ${strong}`]) {
      expect([given, await status(given)]).toEqual([given, 304]);
    }
    for (const given of ['"other"', '"other", *', strong.replaceAll('"', ""), ""]) {
      expect([given, await status(given)]).toEqual([given, 200]);
    }
  });

  it.each([
    ["missing", () => null],
    ["damaged", (object: R2ObjectBody) => new Proxy(object, { get: damagedBody })],
  ])("503, not billed, if the stored texts of a source are %s", async (_case, spoil) => {
    const source = await aFeed({ format: "domain-list" }, [aName()]);
    const { headers } = await aCaller();
    const get = async (file: string, options?: R2GetOptions) => {
      const object = await env.OBJECTS.get(file, options ?? {});
      const isIt = file.startsWith(`intel/texts/${source}/`) && object !== null && "body" in object;
      return isIt ? spoil(object) : object;
    };
    const isolate = anotherIsolate({}, { get });
    const left: (string | null)[] = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const answer = await isolate.request("/api/v1/exports/domain.txt", { headers });
      expect(answer.status).toBe(503);
      left.push(/r=\d+/.exec(answer.headers.get("ratelimit") ?? "")?.[0] ?? null);
    }
    expect(left[1]).toBe(left[0]);
    expect(isolate.lines).toContainEqual({
      level: "error",
      event: "intel_export_failed",
      kind: "domain",
      source,
      reason: expect.stringContaining(
        `The words of the source ${source} in intel/texts/`,
      ) as string,
    });
  });

  it.each(["ip.txt", "domain.txt", "url.txt", "rpz.zone"])(
    "%s is 401 without a key and 403 without the scope",
    async (file) => {
      const other = await aCaller(["darkweb"]);
      expect((await other.get(`/api/v1/exports/${file}`)).status).toBe(403);
      const unnamed = await call("GET", `/api/v1/exports/${file}`);
      expect(unnamed.status).toBe(401);
      expect(unnamed.headers.get("www-authenticate")).toBe('Basic realm="rampart"');
      expect(await unnamed.json()).toEqual({
        statusCode: 401,
        message: "A valid X-Tenant-ID with a valid X-API-Key is needed, or both by HTTP Basic.",
      });
    },
  );

  it("200 for a tenant and key sent by HTTP Basic; 401 for a wrong key", async () => {
    const { tenantId, key } = await aCaller();
    const authorization = `Basic ${btoa(`${tenantId}:${key}`)}`;
    const path = "/api/v1/exports/ip.txt";
    expect((await call("GET", path, { headers: { authorization } })).status).toBe(200);
    const wrong = `Basic ${btoa(`${tenantId}:nonsense`)}`;
    const refused = await call("GET", path, { headers: { authorization: wrong } });
    expect(refused.status).toBe(401);
  });

  it.each(["a\nb:key", "a\0b:key", "demo:key\r\nx-tenant-id: other", "\u00e9:key"])(
    "401 for %j sent by HTTP Basic",
    async (pair) => {
      const headers = { authorization: `Basic ${btoa(pair)}` };
      for (const path of ["/api/v1/exports/ip.txt", "/v1/decisions"]) {
        expect([path, (await call("GET", path, { headers })).status]).toEqual([path, 401]);
      }
    },
  );
});
