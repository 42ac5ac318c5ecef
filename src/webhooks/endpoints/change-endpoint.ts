import { auditIfChanged, auditIfDiffers, doneBy } from "../../access/audit.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { checkAddress, database, given } from "../../platform/index.ts";
import type { EndpointChange } from "../schemas.ts";
import { webhookEndpoints } from "../tables.ts";
import { newSecret } from "../sign/secret.ts";
import { configOf, objectOf } from "./object-of.ts";
import { needEndpoint, noSuchEndpoint } from "./need-endpoint.ts";
import type { Place } from "./place.ts";
import { sealSecret } from "./seal-secret.ts";
import {
  asExpected,
  changeStatement,
  deleteStatement,
  type EndpointRow,
  type Expected,
} from "./store.ts";

export async function changeEndpoint(
  place: Place,
  change: EndpointChange,
  ownHost: string,
): Promise<EndpointRow | Refusal> {
  const { url: text, paused, ...rest } = change;
  const url =
    text === undefined
      ? undefined
      : await checkAddress(place.env, place.platform.fetch, text, ownHost);
  if (isRefusal(url)) return url;
  const named = given({ ...rest, url });
  if (paused === undefined) return write(place, "webhook.changed", named);
  return changeAndPause(place, named, paused);
}

/** Written only while the status is the one that was read; if it changed, all is read again. */
async function changeAndPause(
  place: Place,
  named: Partial<EndpointRow>,
  paused: boolean,
): Promise<EndpointRow | Refusal> {
  const old = await needEndpoint(place);
  if (isRefusal(old)) return old;
  // Only `enable` brings back what was switched off for being dead.
  const status = paused ? "paused" : "active";
  const change = old.status === "disabled" ? named : ({ ...named, status } as const);
  const written = await write(place, "webhook.changed", change, { status: old.status });
  return isRefusal(written) ? changeAndPause(place, named, paused) : written;
}

/** Brings a paused or disabled endpoint back; what waited goes on. */
export async function enableEndpoint(place: Place): Promise<EndpointRow | Refusal> {
  return write(place, "webhook.enabled", { status: "active", disabledReason: null });
}

/** A new secret beside the old one, which signs along until the overlap is over. */
export async function rotateSecret(
  place: Place,
  overlapSeconds: number,
  force: boolean,
): Promise<string | Refusal> {
  const { env, platform, tenantId, id } = place;
  const row = await needEndpoint(place);
  if (isRefusal(row)) return row;
  const now = platform.now();
  const good = row.secrets.filter(({ until }) => until === null || until > now);
  if (good.length > 1 && !force) return rotationOpen();
  const secret = newSecret();
  const sealed = await sealSecret(env, tenantId, id, secret);
  if (isRefusal(sealed)) return sealed;
  const until = now + overlapSeconds * 1000;
  const newest = good.filter((one) => one.until === null);
  const ending = overlapSeconds === 0 ? [] : newest.map((one) => ({ ...one, until }));
  const secrets = [...ending, sealed];
  const written = await write(place, "webhook.secret_rotated", { secrets }, row);
  if (!isRefusal(written)) return secret;
  // Another rotation came in between, or the end.
  const left = await needEndpoint(place);
  if (isRefusal(left)) return left;
  if (!force) return rotationOpen();
  return refuse(409, "conflict", "Others are rotating this secret; try again.", {
    retryable: true,
  });
}

function rotationOpen(): Refusal {
  return refuse(409, "rotation_open", "The last rotation still overlaps; say force to end it.");
}

/** The object goes first: what fails in between is done again by the next try. */
export async function removeEndpoint(place: Place): Promise<void | Refusal> {
  const { env, platform, by, tenantId, id } = place;
  const row = await needEndpoint(place);
  if (isRefusal(row)) return row;
  await objectOf(env, id).remove(configOf(row));
  const db = database(env);
  const trace = { at: platform.now(), ...doneBy(by), tenantId, target: id };
  await db.batch([
    deleteStatement(db, tenantId, id),
    auditIfChanged(db, { ...trace, action: "webhook.deleted" }),
  ]);
}

/** The change and its trace, all or nothing, and then the object hears of it. */
async function write(
  place: Place,
  action: string,
  change: Partial<EndpointRow>,
  expected: Expected = {},
): Promise<EndpointRow | Refusal> {
  const { env, platform, by, tenantId, id } = place;
  const db = database(env);
  const now = platform.now();
  const detail = { fields: Object.keys(change) };
  const trace = { at: now, ...doneBy(by), tenantId, target: id, detail };
  const where = asExpected(tenantId, id, expected);
  const [, [row]] = await db.batch([
    auditIfDiffers(db, { ...trace, action }, webhookEndpoints, where, change),
    changeStatement(db, tenantId, id, { ...change, updatedAt: now }, expected),
  ]);
  if (row === undefined) return noSuchEndpoint();
  await objectOf(env, id).configure(configOf(row));
  return row;
}
