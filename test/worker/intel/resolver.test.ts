import { describe, expect, it } from "vitest";
import type { Explanation } from "../../../src/intel/explain-answers.ts";
import {
  aCaller,
  aName,
  anotherIsolate,
  aSource,
  put,
  upload,
  type Caller,
} from "../../support/intel.ts";
import { aSegment } from "../../support/intel-segment.ts";
import { anOperator } from "../../support/people.ts";

const RESOLVER = "https://resolver.test/dns-query";

interface Zone {
  [type: string]: { type: number; data: string }[];
}

/** An isolate whose resolver knows one zone, or fails. */
function withResolver(zone: Zone | "fails") {
  const asked: string[] = [];
  const fetch = async (input: unknown) => {
    const url = new URL(String(input));
    asked.push(`${url.origin}${url.pathname} ${url.searchParams.get("type")}`);
    if (zone === "fails") throw new Error("away");
    const Answer = zone[url.searchParams.get("type") ?? ""] ?? [];
    return new Response(JSON.stringify({ Status: 0, Answer }));
  };
  const isolate = anotherIsolate(
    { fetch: fetch as unknown as typeof globalThis.fetch },
    {},
    { INTEL_RESOLVER_URL: RESOLVER },
  );
  return { isolate, asked };
}

async function aBadAddress(): Promise<{ source: string; address: string }> {
  const byte = () => Math.floor(Math.random() * 254) + 1;
  const address = `196.${byte()}.${byte()}.${byte()}`;
  const source = await aSource({ format: "ip-list", category: "c2", kind: "ip" });
  await upload(source, address);
  return { source, address };
}

function ask(caller: Caller, name: string, { isolate }: ReturnType<typeof withResolver>) {
  return caller.ask("dnssearch", name, undefined, isolate);
}

describe("GET /api/v1/dnssearch with a resolver set", () => {
  it("200 suspicious for a name that resolves to a listed address", async () => {
    const { source, address } = await aBadAddress();
    const resolver = withResolver({
      A: [
        { type: 5, data: "x.test." },
        { type: 1, data: address },
      ],
    });
    const verdict = await ask(await aCaller(), aName(), resolver);
    expect(verdict).toMatchObject({
      disposition: "suspicious",
      threatLevel: 45,
      sources: [source],
      categories: ["c2"],
    });
    expect(resolver.asked).toEqual(["A", "AAAA", "NS"].map((type) => `${RESOLVER} ${type}`));
  });

  it("200 with a verdict that explain gives too with aspect=dns, and not without it", async () => {
    const { source, address } = await aBadAddress();
    const [name, resolver] = [aName(), withResolver({ A: [{ type: 1, data: address }] })];
    const verdict = await ask(await aCaller(), name, resolver);
    const headers = { authorization: `Bearer ${await anOperator()}` };
    const explained = async (aspect: string) => {
      const query = new URLSearchParams({ value: name, ...(aspect && { aspect }) }).toString();
      const answer = await resolver.isolate.request(`/admin/intel/explain?${query}`, { headers });
      return answer.json<Explanation>();
    };
    const { verdict: same, evidence } = await explained("dns");
    expect(same).toEqual(verdict);
    expect(evidence).toMatchObject([{ source, scope: "resolved", share: 100 }]);
    expect(await explained("")).toMatchObject({ verdict: { found: false }, evidence: [] });
  });

  it("200 without evidence from a resolved address that a list of public resolvers vouches for", async () => {
    const { address } = await aBadAddress();
    const vouched = { format: "ip-list", kind: "ip", category: "public-dns", effect: "veto" };
    await upload(await aSource(vouched), address);
    const caller = await aCaller();
    const own = await caller.get(`/api/v1/ipsearch?value=${address}`);
    expect(await own.json()).toMatchObject({ disposition: "clean" });
    const resolver = withResolver({ A: [{ type: 1, data: address }] });
    expect(await ask(caller, aName(), resolver)).toMatchObject({ found: false });
  });

  it("200 suspicious for a name below an exception that resolves to a listed address, and not for the exception", async () => {
    const { address } = await aBadAddress();
    const name = aName();
    const id = `misp-exceptions-${crypto.randomUUID().slice(0, 12)}`;
    await upload(await aSource({ id, effect: "veto", category: "popular" }), name);
    const [caller, resolver] = [await aCaller(), withResolver({ A: [{ type: 1, data: address }] })];
    expect(await ask(caller, `bad.${name}`, resolver)).toMatchObject({ disposition: "suspicious" });
    expect(await ask(caller, name, resolver)).toMatchObject({ threatLevel: 0 });
  });

  it("200 without evidence from a resolved loopback address", async () => {
    const byte = () => Math.floor(Math.random() * 254) + 1;
    const address = `127.${byte()}.${byte()}.${byte()}`;
    await upload(await aSource({ format: "ip-list", category: "c2", kind: "ip" }), address);
    const resolver = withResolver({ A: [{ type: 1, data: address }] });
    expect(await ask(await aCaller(), aName(), resolver)).toMatchObject({ found: false });
  });

  it("200 with evidence of spam on a resolved address, but none from records after the twentieth", async () => {
    const { address } = await aBadAddress();
    const spam = await aSource({ format: "ip-list", category: "spam", kind: "ip" });
    await upload(spam, address);
    const bad = { type: 1, data: address };
    const others = Array.from({ length: 20 }, () => ({ type: 5, data: "x.test." }));
    const caller = await aCaller();
    const first = await ask(caller, aName(), withResolver({ A: [bad, ...others] }));
    expect(first.sources).toContain(spam);
    const last = withResolver({ A: [...others, bad] });
    expect(await ask(caller, aName(), last)).toMatchObject({ found: false });
  });

  it("200 suspicious for a name with a listed name server, even if it has sixty addresses", async () => {
    const source = await aSource();
    const server = aName();
    await upload(source, server);
    const A = Array.from({ length: 60 }, (_, at) => ({ type: 1, data: `198.20.0.${at}` }));
    const resolver = withResolver({ A, NS: [{ type: 2, data: `${server}.` }] });
    const verdict = await ask(await aCaller(), aName(), resolver);
    expect(verdict).toMatchObject({ disposition: "suspicious", sources: [source] });
  });

  it("200 suspicious for a name whose name server is in a source too large to be held", async () => {
    const source = await aSource();
    const names = Array.from({ length: 9 }, aName);
    const { bytes, residentBytes } = aSegment(source, names, 3);
    expect(residentBytes).toBeLessThan(bytes.length);
    await put(`/admin/intel/sources/${source}/segment`, bytes);
    const resolver = withResolver({ NS: [{ type: 2, data: `${names[4]}.` }] });
    const verdict = await ask(await aCaller(), aName(), resolver);
    expect(verdict).toMatchObject({ disposition: "suspicious", sources: [source] });
  });

  it("200 twice for the same name within a minute asks the resolver once", async () => {
    const resolver = withResolver({});
    const [caller, name] = [await aCaller(), aName()];
    await ask(caller, name, resolver);
    await ask(caller, name, resolver);
    expect(resolver.asked).toHaveLength(3);
  });

  it.each<[string, string, () => Response]>([
    [
      "is away",
      "https://away.test/q",
      () => {
        throw new Error("away");
      },
    ],
    [
      "refuses",
      "https://refuses.test/q",
      () => Response.json({ error: "forbidden" }, { status: 403 }),
    ],
    ["has no valid URL", "resolver.test", () => Response.json({})],
  ])("logs at most once a minute that the resolver %s", async (_case, url, answer) => {
    let now = Date.now();
    const own = { fetch: async () => answer(), now: () => now };
    const isolate = anotherIsolate(own, {}, { INTEL_RESOLVER_URL: url });
    const caller = await aCaller();
    const told = () => isolate.lines.filter(({ event }) => event === "resolver_failed");
    for (let turn = 0; turn < 3; turn += 1) {
      await caller.ask("dnssearch", aName(), undefined, isolate);
    }
    const reason = expect.any(String) as string;
    expect(told()).toEqual([{ level: "warn", event: "resolver_failed", reason }]);
    now += 60_000;
    await caller.ask("dnssearch", aName(), undefined, isolate);
    expect(told()).toHaveLength(2);
  });

  it("200 with the evidence of the lists when the resolver fails", async () => {
    const source = await aSource();
    const name = aName();
    await upload(source, name);
    const verdict = await ask(await aCaller(), name, withResolver("fails"));
    expect(verdict).toMatchObject({ disposition: "malicious", sources: [source] });
  });

  it("the resolver is not asked for GET /api/v1/urlsearch", async () => {
    const resolver = withResolver({});
    await (await aCaller()).ask("urlsearch", `http://${aName()}/`, undefined, resolver.isolate);
    expect(resolver.asked).toEqual([]);
  });
});
