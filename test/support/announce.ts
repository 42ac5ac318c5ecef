import { database } from "../../src/platform/index.ts";
import { eventStatement, type TenantEvent } from "../../src/tenants/index.ts";

/** Stores an event and has it fanned out. What the queue loses, the sweep finds. */
export async function announce(env: Cloudflare.Env, event: TenantEvent): Promise<void> {
  await eventStatement(database(env), event);
  await env.WEBHOOKS.send({ eventId: event.id });
}
