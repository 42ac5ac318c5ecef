import { expect, it } from "vitest";
import { contextAnswer } from "../../src/ai/answer/answers.ts";
import { call } from "../support/call.ts";
import { aMember, aTenant } from "../support/people.ts";

const HALLS = 30;

it("a search finds the one piece with a word that most pieces had before their text was replaced", async () => {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  /** Puts a document with one piece for each hall. */
  const put = async (saidOf: (hall: number) => string) => {
    const halls = Array.from({ length: HALLS }, (_, hall) => `## Hall ${hall}\n\n${saidOf(hall)}`);
    const body = { tenantId, title: "Halls", source: "wiki", text: halls.join("\n\n") };
    await call("PUT", "/ai/documents/halls", { as, body });
  };
  const search = async (query: string) => {
    const answer = await call("POST", "/ai/context/search", { as, body: { tenantId, query } });
    return contextAnswer.parse(await answer.json()).documents.map(({ snippet }) => snippet);
  };
  await put(() => "A turbine stands there.");
  expect(await search("turbine harpoon")).toHaveLength(5);
  await put(
    (hall) => ["A turbine stands there.", "A harpoon hangs there."][hall] ?? "It is empty.",
  );
  const found = (await search("turbine harpoon")).join(" ");
  expect(found).toContain("turbine");
  expect(found).toContain("harpoon");
});
