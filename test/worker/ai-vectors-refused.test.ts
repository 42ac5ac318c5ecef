import { describe, expect, it } from "vitest";
import { settingsShown } from "../../src/ai/settings/answers.ts";
import { DAY_MS } from "../../src/platform/index.ts";
import { aTenantIn, anAppWithVectors } from "../support/vector-tenant.ts";

const FACT = "The physician mended a defective automobile.";
const QUERY = "doctor repair broken car";
const BAD = "Zanzibarkraken";

const isBad = (text: string) => text.includes(BAD);

/** What a spent budget of the provider answers. */
const SPENT = 400;

async function aTenantWhoseModelRefuses(refusing: (text: string) => boolean) {
  const app = anAppWithVectors();
  app.peer.refusing = refusing;
  const tenant = await aTenantIn(app);
  const asked = () => app.peer.asked.filter((one) => one === "embeddings").length;
  const state = async () => {
    const answer = await app.ask("GET", `/ai/settings?tenantId=${tenant.tenantId}`, tenant.as);
    return settingsShown.parse(await answer.json()).effective.vectors;
  };
  return { ...tenant, app, asked, state };
}

describe("a piece that the embedding model refuses", () => {
  it("is counted as refused and found by its words; the pieces after it are indexed", async () => {
    const { put, settle, search, state, mine } = await aTenantWhoseModelRefuses(isBad);
    const bad = await put(`${BAD} swims on Mondays.`);
    const id = await put(FACT);
    await settle();
    expect((await search(QUERY)).body.documents[0]?.documentId).toBe(id);
    expect((await search(BAD)).body.documents[0]?.documentId).toBe(bad);
    expect(await state()).toEqual({ indexed: mine().length, waiting: 0, refused: 1 });
  });

  it("costs few embedding calls among many pieces, and none afterwards", async () => {
    const { put, settle, asked, state, later } = await aTenantWhoseModelRefuses(isBad);
    await settle();
    await put(`${FACT} `.repeat(1_000));
    for (let at = 0; at < 3; at += 1) await put(`${BAD} ${at}.`);
    const before = asked();
    await settle();
    expect(asked() - before).toBeLessThan(30);
    expect(await state()).toMatchObject({ waiting: 0, refused: 3 });
    await later();
    const after = asked();
    await settle();
    expect(asked()).toBe(after);
  });

  it("costs fewer than three calls if all pieces of its document are refused", async () => {
    const { put, settle, asked, state } = await aTenantWhoseModelRefuses(isBad);
    await settle();
    await put(`${BAD} swims. `.repeat(2_000));
    const before = asked();
    await settle();
    const { refused = 0 } = (await state()) ?? {};
    expect(refused).toBeGreaterThan(30);
    expect(asked() - before).toBeLessThan(3 * refused);
  });

  it("is no longer refused once its document has another text", async () => {
    const { put, settle, state } = await aTenantWhoseModelRefuses(isBad);
    await put(`${BAD} swims.`, "Note", { externalId: "note" });
    await settle();
    expect(await state()).toMatchObject({ refused: 1 });
    await put("It swims.", "Note", { externalId: "note" });
    await settle();
    expect(await state()).toMatchObject({ refused: 0, waiting: 0 });
  });
});

it("a piece is indexed although the model refuses all pieces before it", async () => {
  const { put, settle, step, state } = await aTenantWhoseModelRefuses(
    (text) => text !== "Rampart" && !text.includes(FACT),
  );
  await put(FACT);
  await step();
  await settle();
  expect(await state()).toMatchObject({ indexed: 1 });
});

describe("a provider whose budget is spent", () => {
  it("refuses no piece for good, though it took others in the same turn", async () => {
    const { put, settle, step, state, later, mine, app } = await aTenantWhoseModelRefuses(
      () => false,
    );
    await put(`${FACT} `.repeat(1_500));
    let left = 2;
    app.peer.duringUpsert = async () => {
      left -= 1;
      if (left === 0) app.peer.failing.embeddings = SPENT;
    };
    await step();
    await step();
    const { indexed = 0, ...rest } = (await state()) ?? {};
    expect(indexed).toBeGreaterThan(50);
    expect(rest).toEqual({ waiting: expect.any(Number), refused: 0 });
    app.peer.failing = {};
    await later();
    await settle();
    expect(await state()).toEqual({ indexed: mine().length, waiting: 0, refused: 0 });
  });

  it("refuses no piece for good, though it still takes very short texts", async () => {
    const { put, settle, step, state, later, mine, app } = await aTenantWhoseModelRefuses(
      (text) => text.length > 20,
    );
    await put(FACT);
    await step();
    expect(await state()).toMatchObject({ indexed: 0, refused: 0 });
    app.peer.refusing = () => false;
    await later();
    await settle();
    expect(await state()).toEqual({ indexed: mine().length, waiting: 0, refused: 0 });
  });
});

describe("a piece that was refused for good", () => {
  it("gets another chance after seven days, by the object's own alarm", async () => {
    const { put, settle, state, pass, asked, ringsIn, app } = await aTenantWhoseModelRefuses(isBad);
    await put(`${BAD} swims.`);
    await settle();
    expect(await state()).toMatchObject({ waiting: 0, refused: 1 });
    expect(await ringsIn()).toBeGreaterThan(6 * DAY_MS);
    app.peer.refusing = () => false;
    await pass(6 * DAY_MS);
    const before = asked();
    await settle();
    expect(asked()).toBe(before);
    await pass(7 * DAY_MS + 1);
    await settle();
    expect(await state()).toMatchObject({ waiting: 0, refused: 0 });
  });
});

it("pieces wait for an embedding model that refuses everything, and none counts as refused", async () => {
  const { put, settle, step, state, later, asked, mine, app } = await aTenantWhoseModelRefuses(
    () => true,
  );
  await put(FACT);
  await step();
  expect(asked()).toBeLessThan(10);
  expect(await state()).toMatchObject({ indexed: 0, refused: 0 });
  app.peer.refusing = () => false;
  await later();
  await settle();
  expect(await state()).toEqual({ indexed: mine().length, waiting: 0, refused: 0 });
});

it("a question that the embedding model refuses is answered by its words", async () => {
  const { put, settle, search } = await aTenantWhoseModelRefuses(isBad);
  const id = await put(FACT);
  await settle();
  const { answer, body } = await search(`${BAD} physician`);
  expect(answer.headers.get("x-ai-degraded")).toBe("vectors_unavailable");
  expect(body.documents[0]?.documentId).toBe(id);
});

it("a tenant without vectors has null for effective.vectors in GET /ai/settings", async () => {
  const app = anAppWithVectors();
  const { tenantId, as } = await aTenantIn(app, false);
  const answer = await app.ask("GET", `/ai/settings?tenantId=${tenantId}`, as);
  expect(settingsShown.parse(await answer.json()).effective.vectors).toBeNull();
});
