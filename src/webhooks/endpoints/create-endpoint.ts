import { recordAudit, type Person, type TenantId } from "../../access/index.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { database, randomBase62, type Platform } from "../../platform/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { isException } from "../guard/allowed-exceptions.ts";
import { checkUrl } from "../guard/check-url.ts";
import { resolveHost } from "../guard/resolve-host.ts";
import type { NewEndpoint } from "../schemas.ts";
import { newSecret } from "../sign/secret.ts";
import { configOf, objectOf } from "./object-of.ts";
import { sealSecret } from "./seal-secret.ts";
import { insertEndpoint, MAX_ENDPOINTS, type EndpointRow } from "./store.ts";

const ID_LENGTH = 16;

export interface IssuedEndpoint {
  row: EndpointRow;
  secret: string;
}

/** Registers an endpoint; its secret leaves here once and is stored sealed. */
export async function createEndpoint(
  env: Cloudflare.Env,
  platform: Platform,
  by: Person,
  tenantId: TenantId,
  order: NewEndpoint,
  ownHost: string,
): Promise<IssuedEndpoint | Refusal> {
  const db = database(env);
  if ((await findTenant(db, tenantId)) === undefined) {
    return refuse(404, "not_found", "There is no such tenant.");
  }
  const url = await checkAddress(env, platform, order.url, ownHost);
  if (isRefusal(url)) return url;
  const id = `wh_${randomBase62(ID_LENGTH)}`;
  const secret = newSecret();
  const sealed = await sealSecret(env, tenantId, id, secret);
  if (isRefusal(sealed)) return sealed;
  const now = platform.now();
  const row: EndpointRow = {
    ...order,
    id,
    tenantId,
    url,
    secrets: [sealed],
    status: "active",
    disabledReason: null,
    createdBy: by.subject,
    createdAt: now,
    updatedAt: now,
  };
  if (!(await insertEndpoint(db, row))) return tooMany();
  await objectOf(env, id).configure(configOf(row));
  const trace = { at: now, actor: by.subject, tenantId, target: id, detail: { url } };
  await recordAudit(db, { ...trace, action: "webhook.created" });
  return { row, secret };
}

/** By its form, and by the addresses that its name leads to today. */
export async function checkAddress(
  env: Cloudflare.Env,
  platform: Platform,
  text: string,
  ownHost: string,
): Promise<string | Refusal> {
  const url = checkUrl(env, text, ownHost);
  if (isRefusal(url) || isException(env, url)) return isRefusal(url) ? url : url.href;
  const resolved = await resolveHost(url.hostname, platform.fetch);
  if (resolved === "ok") return url.href;
  const message =
    resolved === "dns" ? "names a host that cannot be resolved" : "leads to a private address";
  return refuse(400, "invalid_request", `"url" ${message}.`, {
    details: [{ path: "url", message }],
  });
}

function tooMany(): Refusal {
  return refuse(409, "webhook_limit", `A tenant may have at most ${MAX_ENDPOINTS} endpoints.`);
}
