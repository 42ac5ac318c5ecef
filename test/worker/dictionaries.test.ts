import { describe, expect, it } from "vitest";
import { anApp } from "../support/app.ts";
import { call } from "../support/call.ts";
import { dyingDatabase } from "../support/dying-database.ts";
import { aMember, anOperator, aTenant } from "../support/people.ts";

interface Dictionary {
  id: string;
  tenantId: string | null;
  name: string;
  version: number;
  entries: { value: string; weight: number }[];
}

const PATH = "/detection-dictionaries";
const terms = { name: "Scam words", kind: "terms", entries: [{ value: "lottery", weight: 5 }] };

const aDomain = (value: string) => ({ ...terms, kind: "domains", entries: [{ value }] });

async function make(as: string, body: object = terms): Promise<Dictionary> {
  const answer = await call("POST", PATH, { as, body });
  expect(answer.status).toBe(200);
  return answer.json();
}

describe("POST /detection-dictionaries", () => {
  it("500 when the database fails, and no log line contains the entries sent", async () => {
    const tenantId = await aTenant();
    const entries = [{ value: "unspoken", weight: 5 }];
    const failures: unknown[] = [];
    for (let calls = 0; ; calls += 1) {
      // A token that no isolate has cached, so that each try makes the same calls of the database.
      const as = await aMember(tenantId);
      const { request, lines } = anApp({}, { DB: dyingDatabase(calls) });
      const answer = await request(PATH, {
        method: "POST",
        headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
        body: JSON.stringify({ ...terms, entries }),
      });
      expect(JSON.stringify(lines)).not.toContain("unspoken");
      if (answer.status === 200) break;
      expect(answer.status).toBe(500);
      failures.push(lines[0]?.["failure"]);
    }
    expect(failures).toContainEqual(
      expect.stringMatching(/^Failed query: .*: the Worker is dead\n/s),
    );
  });

  it("200 with the stored dictionary, defaults filled in", async () => {
    const tenantId = await aTenant();
    const made = await make(await aMember(tenantId));
    expect(made).toMatchObject({
      ...terms,
      tenantId,
      description: "",
      severity: "medium",
      language: null,
      enabled: true,
      appliesTo: ["agents"],
      tags: [],
      version: 1,
    });
  });

  it("200 with a global dictionary for an operator, which a tenant's viewer can read", async () => {
    const made = await make(await anOperator());
    expect(made.tenantId).toBeNull();
    const as = await aMember(await aTenant(), "viewer");
    expect((await call("GET", `${PATH}/${made.id}`, { as })).status).toBe(200);
  });

  it("200 with domains trimmed, in lower case and in their ASCII form", async () => {
    const as = await aMember(await aTenant());
    const made = await make(as, {
      ...terms,
      kind: "domains",
      entries: [{ value: " EXAMPLE.com. " }, { value: "bücher.example" }],
    });
    expect(made.entries.map(({ value }) => value)).toEqual([
      "example.com",
      "xn--bcher-kva.example",
    ]);
  });

  it("200 for labels that start or end with a hyphen or underscore, which browsers open", async () => {
    const as = await aMember(await aTenant());
    const names = ["-a.example.com", "a-.example.com", "_a.example.com", "a_.example.com"];
    const entries = names.map((value) => ({ value }));
    const made = await make(as, { ...terms, kind: "domains", entries });
    expect(made.entries.map(({ value }) => value)).toEqual(names);
  });

  it.each([
    ["no name", { ...terms, name: " " }],
    ["an unknown kind", { ...terms, kind: "yara" }],
    ["a field that cannot be set", { ...terms, version: 7 }],
    [
      "5,001 entries",
      { ...terms, entries: Array.from({ length: 5_001 }, (_, at) => ({ value: `${at}` })) },
    ],
    ["a weight too large", { ...terms, entries: [{ value: "a", weight: 101 }] }],
    ["a repeated entry", { ...terms, entries: [{ value: "a" }, { value: " a" }] }],
    ["a blank term", { ...terms, entries: [{ value: "  " }] }],
    ["a value that is not a domain", { ...terms, kind: "domains", entries: [{ value: "a b" }] }],
    ["an IP address as a domain", { ...terms, kind: "domains", entries: [{ value: "192.0.2.1" }] }],
    ["a path behind a domain", aDomain("example.com/login")],
    ["a query behind a domain", aDomain("example.com?q=1")],
    ["a user name before a domain", aDomain("eve@example.com")],
    ["a port behind a domain", aDomain("example.com:8443")],
    ["a label of 64 characters", aDomain(`${"a".repeat(64)}.com`)],
    ["an empty label between dots", aDomain("a..com")],
    ["a tab in a domain", aDomain("exam\tple.com")],
    ["a value that is not a hash", { ...terms, kind: "hashes", entries: [{ value: "abc" }] }],
    ["an unsafe expression", { ...terms, kind: "regex", entries: [{ value: "(a+)+$" }] }],
    ["an expression for any text", { ...terms, kind: "regex", entries: [{ value: "casino|" }] }],
    ["half a character in a name", { ...terms, name: "a\ud83d" }],
    ["half a character in a term", { ...terms, entries: [{ value: "\ude00b" }] }],
    ["half a character in a tag", { ...terms, tags: ["\ud83d"] }],
    ["a broken language", { ...terms, language: "Spanish!" }],
  ])("400 for %s", async (_case, body) => {
    const answer = await call("POST", PATH, { as: await aMember(await aTenant()), body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ statusCode: 400, error: "invalid_request" });
  });

  it("400 when the entries are too large together", async () => {
    const entries = Array.from({ length: 900 }, (_, at) => ({ value: `${at}`.padEnd(400, "x") }));
    const as = await aMember(await aTenant());
    const answer = await call("POST", PATH, { as, body: { ...terms, entries } });
    expect(answer.status).toBe(400);
  });

  it("403 for a member's dictionary in another tenant, and for a global one", async () => {
    const as = await aMember(await aTenant());
    const foreign = { ...terms, tenantId: await aTenant() };
    expect((await call("POST", PATH, { as, body: foreign })).status).toBe(403);
    const global = { ...terms, tenantId: null };
    expect((await call("POST", PATH, { as, body: global })).status).toBe(403);
  });

  it("403 names the missing permission", async () => {
    const as = await aMember(await aTenant(), "viewer");
    const answer = await call("POST", PATH, { as, body: terms });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ message: "Missing permission: dict:write" });
  });

  it("413 for a body over its limit, 415 for a body that is not JSON", async () => {
    const as = await aMember(await aTenant());
    const large = JSON.stringify({ ...terms, description: "x".repeat(2 * 1024 * 1024) });
    expect((await call("POST", PATH, { as, body: large })).status).toBe(413);
    const headers = { "content-type": "text/plain" };
    expect((await call("POST", PATH, { as, body: "{}", headers })).status).toBe(415);
  });
});

describe("GET /detection-dictionaries", () => {
  it.each(["órdenes", "ÓRDENES", "Órdenes de PAGO", "ñandú"])(
    "200 finds names and descriptions in upper or lower case, accented letters included: %s",
    async (q) => {
      const as = await aMember(await aTenant());
      const { id } = await make(as, { ...terms, name: "Órdenes de pago", description: "ÑANDÚ" });
      const answer = await call("GET", `${PATH}?q=${encodeURIComponent(q)}`, { as });
      const found = await answer.json<{ id: string; tenantId: string | null }[]>();
      expect(found.filter(({ tenantId }) => tenantId !== null)).toMatchObject([{ id }]);
    },
  );

  it("200 with an array of the tenant's dictionaries that match every filter", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const tag = crypto.randomUUID();
    const kept = await make(as, { ...terms, tags: [tag], enabled: false });
    await make(as);
    await make(await aMember(await aTenant()), { ...terms, tags: [tag] });
    const answer = await call("GET", `${PATH}?tag=${tag}&enabled=false&kind=terms&q=SCAM`, { as });
    const found = await answer.json<Dictionary[]>();
    expect(found.map(({ id }) => id)).toEqual([kept.id]);
  });

  it("200 by name, whichever was made first", async () => {
    const as = await aMember(await aTenant());
    for (const name of ["b", "c", "a"]) await make(as, { ...terms, name });
    const listed = await (await call("GET", PATH, { as })).json<Dictionary[]>();
    const own = listed.filter(({ tenantId }) => tenantId !== null);
    expect(own.map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });

  it("200 for callers of several tenants: the named tenant's dictionaries, or only global ones", async () => {
    const tenantId = await aTenant();
    const made = await make(await aMember(tenantId));
    const as = await anOperator();
    const named = await (
      await call("GET", `${PATH}?tenantId=${tenantId}`, { as })
    ).json<Dictionary[]>();
    expect(named.map(({ id }) => id)).toContain(made.id);
    const ofTwo = await aMember([tenantId, await aTenant()]);
    for (const who of [as, ofTwo]) {
      const unnamed = await (await call("GET", PATH, { as: who })).json<Dictionary[]>();
      expect(unnamed.every((dictionary) => dictionary.tenantId === null)).toBe(true);
    }
  });

  it("403 for a tenant out of reach", async () => {
    const as = await aMember(await aTenant());
    const answer = await call("GET", `${PATH}?tenantId=${await aTenant()}`, { as });
    expect(answer.status).toBe(403);
  });
});

describe("GET /detection-dictionaries/{id}", () => {
  it("200 with an ETag, 304 when it is known", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const first = await call("GET", `${PATH}/${id}`, { as });
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toBe(`"${id}.1"`);
    const headers = { "if-none-match": etag };
    expect((await call("GET", `${PATH}/${id}`, { as, headers })).status).toBe(304);
  });

  it("304 for an ETag weakened on the way, with a Cache-Control that lets the copy be kept", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const headers = { "if-none-match": `"other", W/"${id}.1"` };
    const answer = await call("GET", `${PATH}/${id}`, { as, headers });
    expect(answer.status).toBe(304);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache, no-transform");
  });

  it("200 with no-transform, so that no proxy weakens the ETag that If-Match needs", async () => {
    const as = await aMember(await aTenant());
    const made = await call("POST", PATH, { as, body: terms });
    const { id } = await made.json<{ id: string }>();
    for (const answer of [made, await call("GET", `${PATH}/${id}`, { as })]) {
      expect(answer.headers.get("cache-control")).toMatch(/^(no-store|private).*, no-transform$/);
      const headers = { "if-match": answer.headers.get("etag") ?? "" };
      expect((await call("PATCH", `${PATH}/${id}`, { as, headers, body: {} })).status).toBe(204);
    }
  });

  it("404 for another tenant's dictionary, as for one that does not exist", async () => {
    const { id } = await make(await aMember(await aTenant()));
    const as = await aMember(await aTenant());
    for (const path of [`${PATH}/${id}`, `${PATH}/none`, `${PATH}/%27%20or%201=1`]) {
      expect((await call("GET", path, { as })).status).toBe(404);
    }
  });
});

describe("PATCH /detection-dictionaries/{id}", () => {
  it("204 and the version grows", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const answer = await call("PATCH", `${PATH}/${id}`, { as, body: { enabled: false } });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe("");
    const after = await (await call("GET", `${PATH}/${id}`, { as })).json();
    expect(after).toMatchObject({ ...terms, enabled: false, version: 2 });
  });

  it("204 for an empty change: no new version, no audit line; 412 if If-Match names another version", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const answer = await call("PATCH", `${PATH}/${id}`, { as, body: {} });
    expect([answer.status, answer.headers.get("etag")]).toEqual([204, `"${id}.1"`]);
    const log = await call("GET", "/admin/audit?action=dictionary.changed", { as });
    expect(await log.json()).toMatchObject({ total: 0 });
    const headers = { "if-match": `"${id}.9"` };
    expect((await call("PATCH", `${PATH}/${id}`, { as, headers, body: {} })).status).toBe(412);
  });

  it("412 for the second of two changes that name the same version", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const headers = { "if-match": `"${id}.1"` };
    const change = (name: string) =>
      call("PATCH", `${PATH}/${id}`, { as, headers, body: { name } });
    const statuses = (await Promise.all([change("A"), change("B")])).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 412]);
  });

  it("204 for three concurrent changes without If-Match: none is lost", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const changes = [{ name: "New" }, { severity: "high" }, { tags: ["x"] }];
    const answers = await Promise.all(
      changes.map((body) => call("PATCH", `${PATH}/${id}`, { as, body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const after = await (await call("GET", `${PATH}/${id}`, { as })).json();
    expect(after).toMatchObject({ name: "New", severity: "high", tags: ["x"], version: 4 });
  });

  it("204 for twelve concurrent changes without If-Match: twelve new versions", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        call("PATCH", `${PATH}/${id}`, { as, body: { description: `${at}` } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const after = await (await call("GET", `${PATH}/${id}`, { as })).json();
    expect(after).toMatchObject({ version: 13 });
  });

  it("400 when the entries do not fit a changed kind, and nothing changes", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const answer = await call("PATCH", `${PATH}/${id}`, { as, body: { kind: "hashes" } });
    expect(answer.status).toBe(400);
    const after = await (await call("GET", `${PATH}/${id}`, { as })).json();
    expect(after).toMatchObject({ kind: "terms", version: 1 });
  });

  it("400 for a field that cannot change", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const { id } = await make(as);
    const answer = await call("PATCH", `${PATH}/${id}`, { as, body: { tenantId } });
    expect(answer.status).toBe(400);
  });

  it("403 for a member's change of a global dictionary, 404 for another tenant's", async () => {
    const global = await make(await anOperator());
    const foreign = await make(await aMember(await aTenant()));
    const as = await aMember(await aTenant());
    const body = { enabled: false };
    expect((await call("PATCH", `${PATH}/${global.id}`, { as, body })).status).toBe(403);
    expect((await call("PATCH", `${PATH}/${foreign.id}`, { as, body })).status).toBe(404);
  });
});

describe("DELETE /detection-dictionaries/{id}", () => {
  it("204, then 404, with one line in the audit log", async () => {
    const tenantId = await aTenant();
    const as = await aMember(tenantId);
    const { id } = await make(as);
    expect((await call("DELETE", `${PATH}/${id}`, { as })).status).toBe(204);
    expect((await call("GET", `${PATH}/${id}`, { as })).status).toBe(404);
    expect((await call("DELETE", `${PATH}/${id}`, { as })).status).toBe(404);
    const log = await call("GET", "/admin/audit?action=dictionary.deleted", { as });
    expect(await log.json()).toMatchObject({ total: 1, items: [{ target: id, tenantId }] });
  });

  it("412 when If-Match names another version", async () => {
    const as = await aMember(await aTenant());
    const { id } = await make(as);
    const headers = { "if-match": `"${id}.9"` };
    expect((await call("DELETE", `${PATH}/${id}`, { as, headers })).status).toBe(412);
  });
});

describe("a Worker that dies during a change", () => {
  const traced = async (tenantId: string, action: string) => {
    const path = `/admin/audit?tenantId=${tenantId}&action=dictionary.${action}`;
    const log = await call("GET", path, { as: await anOperator() });
    return (await log.json<{ total: number }>()).total;
  };
  const held = async (as: string) => (await (await call("GET", PATH, { as })).json<[]>()).length;

  /** Repeats a call, each time in a Worker that dies one call of D1 later. */
  const untilOneLives = async (
    tenantId: string,
    path: string,
    init: RequestInit,
    check: (as: string) => Promise<void>,
  ) => {
    for (let calls = 0, status = 500; status === 500; calls += 1) {
      const as = await aMember(tenantId);
      const { request } = anApp({}, { DB: dyingDatabase(calls) });
      const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
      ({ status } = await request(path, { ...init, headers }));
      await check(as);
    }
  };

  it("has stored a new dictionary and its audit line, or neither", async () => {
    const tenantId = await aTenant();
    const before = await held(await aMember(tenantId));
    const init = { method: "POST", body: JSON.stringify(terms) };
    await untilOneLives(tenantId, PATH, init, async (as) => {
      expect(await traced(tenantId, "created")).toBe((await held(as)) - before);
    });
  });

  it("has deleted a dictionary and stored the audit line of it, or neither", async () => {
    const tenantId = await aTenant();
    const { id } = await make(await aMember(tenantId));
    await untilOneLives(tenantId, `${PATH}/${id}`, { method: "DELETE" }, async (as) => {
      const isLeft = (await call("GET", `${PATH}/${id}`, { as })).status === 200;
      expect(await traced(tenantId, "deleted")).toBe(isLeft ? 0 : 1);
    });
  });
});
