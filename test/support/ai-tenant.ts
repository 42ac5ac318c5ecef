import { anApp } from "./app.ts";
import { call } from "./call.ts";
import { aModelServer } from "./model-server.ts";
import { aMember, anOperator, aTenant } from "./people.ts";

export const FACT = "Teresa Almeida leads the network team in Porto.";
export const QUERY = "Who leads the network team in Porto?";
export const GOOD = "The network team in Porto is led by Teresa Almeida [1].";

/** Makes a tenant with one document and an owner. */
export async function aLibrary(text = FACT) {
  const tenantId = await aTenant();
  const as = await aMember(tenantId);
  const body = { tenantId, title: "People", source: "wiki", text };
  await call("POST", "/ai/documents", { as, body });
  return { tenantId, as };
}

type Fetch = typeof fetch;

/** Makes the product with one model, which answers these texts, or by this function. */
export function anAppWithModel(
  answers: (string | number)[] | Fetch,
  more: object = {},
  bound: Partial<Cloudflare.Env> = {},
) {
  const server =
    typeof answers === "function"
      ? { fetch: answers, asked: [] as ReturnType<typeof aModelServer>["asked"] }
      : aModelServer(...answers);
  const provider = {
    kind: "openai-compatible",
    name: `test-${crypto.randomUUID()}`,
    baseUrl: "https://models.example/v1/",
    keySecret: "TEST_MODEL_KEY",
    models: ["small", "large"],
    ...more,
  };
  const bindings = { AI_PROVIDERS: JSON.stringify([provider]), TEST_MODEL_KEY: "s3cret", ...bound };
  const { request, lines } = anApp({ fetch: server.fetch }, bindings);
  const ask = (method: string, path: string, as: string, body?: object, headers = {}) =>
    request(path, {
      method,
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { ask, asked: server.asked, name: provider.name, lines };
}

/** Sets the price of a model of this provider, in micro-USD per million tokens. */
export async function aPrice(provider: string, inputPerMillion: number, outputPerMillion: number) {
  const price = { provider, model: "small", inputPerMillion, outputPerMillion };
  const as = await anOperator();
  const answer = await call("POST", "/admin/ai/prices", { as, body: { prices: [price] } });
  return answer.json<{ pricingVersion: string }>();
}
