import * as z from "zod";
import { EVENT_TYPES } from "../../src/webhooks/event-types.ts";
import { pinged } from "../../src/webhooks/delivery/answers.ts";
import { endpointPage, issuedEndpoint } from "../../src/webhooks/answers.ts";
import { ask } from "../instance/ask.ts";
import type { Instance } from "../instance/read-instance.ts";

const MARK = "npm run webhooks -- listen, process ";
const MAX_PAGE = 200;

export interface Registration {
  id: string;
  secret: string;
  ping: () => Promise<string>;
  remove: () => Promise<void>;
}

/** Registers an endpoint of the tenant that leads here, for as long as this process listens. */
export async function register(
  instance: Instance,
  tenantId: string,
  port: number,
  events: readonly string[] = EVENT_TYPES,
): Promise<Registration> {
  const path = `/admin/tenants/${encodeURIComponent(tenantId)}/webhooks`;
  await removeLeftOver(instance, path);
  const description = `${MARK}${process.pid}`;
  const body = { url: `http://localhost:${port}/`, events, description };
  const { id, secret } = await ask(instance, "POST", path, issuedEndpoint, { body });
  const ping = async () =>
    (await ask(instance, "POST", `${path}/${id}/ping`, pinged, { body: {} })).eventId;
  return { id, secret, ping, remove: () => remove(instance, `${path}/${id}`) };
}

/** Removes the endpoints of listeners that were killed and could not remove theirs. */
async function removeLeftOver(instance: Instance, path: string): Promise<void> {
  const { items } = await ask(instance, "GET", `${path}?limit=${MAX_PAGE}`, endpointPage);
  for (const { id, description } of items) {
    if (description === null || !description.startsWith(MARK)) continue;
    if (!isRunning(Number(description.slice(MARK.length)))) {
      await remove(instance, `${path}/${id}`);
    }
  }
}

async function remove(instance: Instance, path: string): Promise<void> {
  await ask(instance, "DELETE", path, z.unknown());
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
