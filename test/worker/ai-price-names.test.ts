import { expect, it } from "vitest";
import { priceList } from "../../src/ai/usage/answers.ts";
import { call } from "../support/call.ts";
import { anOperator } from "../support/people.ts";

it("two prices are both kept if provider and model, put together, give the same text", async () => {
  const [as, name] = [await anOperator(), crypto.randomUUID()];
  const one = { provider: name, model: "large two", inputPerMillion: 1 };
  const other = { provider: `${name} large`, model: "two", inputPerMillion: 2 };
  const made = await call("POST", "/admin/ai/prices", { as, body: { prices: [one, other] } });
  const { prices } = priceList.parse(await made.json());
  const mine = prices.filter(({ provider }) => provider.startsWith(name));
  expect(mine).toMatchObject([one, other]);
});
