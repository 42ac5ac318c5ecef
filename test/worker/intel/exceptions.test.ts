import { describe, expect, it } from "vitest";
import { call } from "../../support/call.ts";
import { aCaller, aFeed, aName, anAddress, aSource, upload } from "../../support/intel.ts";
import { anOperator } from "../../support/people.ts";

/** Named like a list that speaks for something, which is how an answer shows who vouches. */
const exceptions = () => ({
  id: `misp-exceptions-${crypto.randomUUID().slice(0, 12)}`,
  effect: "veto",
  category: "popular",
  reliability: 1,
});

/** What look-ups of a name, of its site and of a page there say. */
async function asker() {
  const caller = await aCaller();
  const ask = async (module: string, value: string) =>
    (await caller.ask(module, value)).disposition;
  return {
    caller,
    name: (name: string) => ask("dnssearch", name),
    url: (url: string) => ask("urlsearch", url),
  };
}

describe("an operator's list of exceptions (a veto on names)", () => {
  it("takes back for all tenants what lists say of a name, in look-ups and in the lists for firewalls", async () => {
    const name = aName();
    const threat = await aFeed({}, [name, `*.${name}`, aName()]);
    const { caller, ...ask } = await asker();
    expect(await ask.name(name)).toBe("malicious");
    const source = await aFeed(exceptions(), [name]);
    const verdict = await caller.ask("dnssearch", name);
    expect(verdict).toMatchObject({ disposition: "clean", sources: [source], threatLevel: 0 });
    expect(await ask.url(`https://${name}/login`)).toBe("clean");
    const lines = async (list: string) =>
      (await (await caller.get(`/api/v1/exports/${list}`)).text()).split("\n");
    expect(await lines("domain.txt")).not.toContain(name);
    expect((await lines("rpz.zone")).filter((line) => line.includes(name))).toEqual([
      `*.${name} CNAME .`,
    ]);
    const explained = await call("GET", `/admin/intel/explain?value=${name}`, {
      as: await anOperator(),
    });
    const { evidence } = await explained.json<{ evidence: { source: string }[] }>();
    const against = evidence.filter((one) => one.source === threat);
    expect(against.length).toBeGreaterThan(0);
    expect(against).toEqual(against.map(() => expect.objectContaining({ dismissed: "vetoed" })));
    expect(
      (await call("DELETE", `/admin/intel/sources/${source}`, { as: await anOperator() })).status,
    ).toBe(204);
    expect(await ask.name(name)).toBe("malicious");
  });

  it("covers the names below only if its line says so, and then as the name itself", async () => {
    const [alone, all] = [aName(), aName()];
    await aFeed({}, [`*.${alone}`, `*.${all}`, `x.${all}`]);
    await aFeed(exceptions(), [alone, `*.${all}`]);
    const ask = await asker();
    expect(await ask.name(`x.${alone}`)).toBe("malicious");
    expect(await ask.name(`x.${all}`)).toBe("clean");
    expect(await ask.url(`https://x.${all}/`)).toBe("clean");
  });

  it("passes in the policy zone below a name that is listed with *., and stays out of the list of names", async () => {
    const name = aName();
    await aFeed({}, [`*.${name}`]);
    await aFeed(exceptions(), [`one.${name}`, `*.all.${name}`, `*.${aName()}`]);
    const { caller } = await asker();
    const lines = async (list: string) =>
      (await (await caller.get(`/api/v1/exports/${list}`)).text())
        .split("\n")
        .filter((line) => line.includes(name))
        .toSorted();
    expect(await lines("rpz.zone")).toEqual(
      [
        `${name} CNAME .`,
        `*.${name} CNAME .`,
        `one.${name} CNAME rpz-passthru.`,
        `*.one.${name} CNAME .`,
        `all.${name} CNAME rpz-passthru.`,
        `*.all.${name} CNAME rpz-passthru.`,
      ].toSorted(),
    );
    expect(await lines("domain.txt")).toEqual([name]);
  });

  it("makes a name below no longer suspicious for its neighbour's sake, but does not vouch for it", async () => {
    const name = aName();
    await aFeed({}, [name, `bad.${name}`]);
    await aFeed(exceptions(), [name]);
    const ask = await asker();
    expect(await ask.name(`x.${name}`)).toBe("unknown");
    expect(await ask.name(`bad.${name}`)).toBe("malicious");
  });

  it("leaves a listed page of the name listed, and calls no other page there clean", async () => {
    const name = aName();
    await aFeed({ format: "url-list" }, [`https://${name}/bad.exe`]);
    await aFeed({}, [name]);
    await aFeed(exceptions(), [name]);
    const ask = await asker();
    expect(await ask.url(`https://${name}/bad.exe`)).toBe("malicious");
    expect(await ask.url(`https://${name}/`)).not.toBe("clean");
  });

  it("takes back a single page as a list of URLs, and not its site", async () => {
    const name = aName();
    const page = `https://${name}/a?b=1`;
    await aFeed({ format: "url-list" }, [page]);
    await aFeed({}, [name]);
    await aFeed({ ...exceptions(), format: "url-list" }, [page]);
    const ask = await asker();
    expect(await ask.url(page)).not.toBe("malicious");
    expect(await ask.url(`https://${name}/`)).toBe("malicious");
    expect(await ask.name(name)).toBe("malicious");
  });

  it("makes a page clean that no list has, as none of its site is listed", async () => {
    const name = aName();
    await aFeed({}, [name]);
    await aFeed({ ...exceptions(), format: "url-list" }, [`https://${name}/good`]);
    const ask = await asker();
    expect(await ask.url(`https://${name}/good`)).toBe("clean");
    expect(await ask.url(`https://${name}/other`)).toBe("malicious");
  });

  it("takes back a page at an address, and nothing of the address for its other pages", async () => {
    const address = anAddress();
    await aFeed({ format: "ip-list", kind: "ip" }, [address]);
    await aFeed({ ...exceptions(), format: "url-list" }, [`http://${address}/good`]);
    const ask = await asker();
    expect(await ask.url(`http://${address}/good`)).toBe("clean");
    expect(await ask.url(`http://${address}/other`)).toBe("malicious");
  });

  it("raises no threat level, whatever its category", async () => {
    const name = aName();
    const source = await aSource({ ...exceptions(), category: "phishing" });
    await upload(source, name);
    const verdict = await (await asker()).caller.ask("dnssearch", name);
    expect(verdict).toMatchObject({ disposition: "clean", threatLevel: 0 });
  });
});
