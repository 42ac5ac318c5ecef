import { auditIfChanged, doneBy } from "../../access/audit.ts";
import { isRefusal, type Refusal } from "../../http/index.ts";
import { checkAddress, database, given } from "../../platform/index.ts";
import type { EndpointChange } from "../schemas.ts";
import { configOf, objectOf } from "./object-of.ts";
import { needEndpoint } from "./need-endpoint.ts";
import type { EndpointCall } from "./endpoint-call.ts";
import { deleteStatement, type EndpointRow, type Expected } from "./store.ts";
import { writeChange } from "./write-change.ts";

export async function changeEndpoint(
  call: EndpointCall,
  change: EndpointChange,
  ownHost: string,
): Promise<EndpointRow | Refusal> {
  const { url: text, paused, ...rest } = change;
  const url =
    text === undefined
      ? undefined
      : await checkAddress(call.env, call.platform.fetch, text, ownHost);
  if (isRefusal(url)) return url;
  const named = given({ ...rest, url });
  if (paused === undefined) return write(call, "webhook.changed", named);
  return changeAndPause(call, named, paused);
}

/** Writes only while the status is the one that was read; if it has changed, reads it again. */
async function changeAndPause(
  call: EndpointCall,
  named: Partial<EndpointRow>,
  paused: boolean,
): Promise<EndpointRow | Refusal> {
  const old = await needEndpoint(call);
  if (isRefusal(old)) return old;
  // An endpoint that was switched off comes back by `enable` only.
  const status = paused ? "paused" : "active";
  const change = old.status === "disabled" ? named : ({ ...named, status } as const);
  const written = await write(call, "webhook.changed", change, { status: old.status });
  return isRefusal(written) ? changeAndPause(call, named, paused) : written;
}

/** Switches a paused or disabled endpoint on again; what waited is then sent. */
export async function enableEndpoint(call: EndpointCall): Promise<EndpointRow | Refusal> {
  return write(call, "webhook.enabled", { status: "active", disabledReason: null });
}

/**
 * The object is emptied first: if the rest then fails, the next try finds the row and does it
 * again.
 */
export async function removeEndpoint(call: EndpointCall): Promise<void | Refusal> {
  const { env, platform, by, tenantId, id } = call;
  const row = await needEndpoint(call);
  if (isRefusal(row)) return row;
  await objectOf(env, id).remove(configOf(row));
  const db = database(env);
  const trace = { at: platform.now(), ...doneBy(by), tenantId, target: id };
  await db.batch([
    deleteStatement(db, tenantId, id),
    auditIfChanged(db, { ...trace, action: "webhook.deleted" }),
  ]);
}

/** Writes the change to D1, then tells the object. */
async function write(
  call: EndpointCall,
  action: string,
  change: Partial<EndpointRow>,
  expected: Expected = {},
): Promise<EndpointRow | Refusal> {
  const row = await writeChange(call, action, change, expected);
  if (!isRefusal(row)) await objectOf(call.env, row.id).configure(configOf(row));
  return row;
}
