import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { MOST_CHUNKS } from "../../src/ai/knowledge/read-documents.ts";
import { call } from "../support/call.ts";
import { aLamp, aPerson, TEXT } from "../support/restricted.ts";

describe("an acl sent with a text for which there is no room", () => {
  it("409 leaves the acl as it was, so that the audit log is true", async () => {
    const { tenantId, as, put, finds } = await aLamp();
    const ana = await aPerson("analyst", tenantId);
    await put({ acl: ["role:owner"] });
    const stub = env.KNOWLEDGE.get(env.KNOWLEDGE.idFromName(tenantId));
    await runInDurableObject(stub, (_object, { storage: { sql } }) => {
      sql.exec("UPDATE restricted_totals SET chunks = ?", MOST_CHUNKS);
    });
    const answer = await put({ acl: ["role:analyst"], text: `${TEXT} Every day.` });
    expect(answer.status).toBe(409);
    expect(await finds(ana.as)).toBe(false);
    const shown = await call("GET", `/ai/documents/lamp?tenantId=${tenantId}`, { as });
    expect(await shown.json()).toMatchObject({ acl: ["role:owner"], version: 1 });
  });
});
