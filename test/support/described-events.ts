import { Validator } from "@cfworker/json-schema";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { WEBHOOKS } from "../../scripts/openapi/webhooks.ts";

/** Expects that every event of the tenant has exactly the data that its description names. */
export async function expectDescribedEvents(tenantId: string): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT type, data FROM tenant_events WHERE tenant_id = ?",
  )
    .bind(tenantId)
    .all<{ type: string; data: string }>();
  const misfits = results.flatMap(({ type, data }) => {
    const media = WEBHOOKS[type]?.post.requestBody?.content["application/json"];
    const schema = { ...media?.schema?.properties?.["data"], additionalProperties: false };
    const { valid, errors } = new Validator(schema as object, "2020-12").validate(JSON.parse(data));
    return valid && media !== undefined ? [] : [{ type, data, errors }];
  });
  expect(misfits).toEqual([]);
  expect(results).not.toEqual([]);
}
