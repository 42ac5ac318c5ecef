import { auditIfChanged, doneBy } from "../../access/audit.ts";
import { refuseIfEnded } from "../../access/has-ended.ts";
import { isRefusal, refuse, type Refusal } from "../../http/index.ts";
import { checkAddress, database, randomBase62 } from "../../platform/index.ts";
import { refuseNew } from "../../tenants/refuse-new.ts";
import type { NewEndpoint } from "../schemas.ts";
import { newSecret } from "../sign/secret.ts";
import type { EndpointCall } from "./endpoint-call.ts";
import { sealSecret } from "./seal-secret.ts";
import { insertStatement, MAX_ENDPOINTS, type EndpointRow } from "./store.ts";

const ID_LENGTH = 16;

export interface IssuedEndpoint {
  row: EndpointRow;
  secret: string;
}

/**
 * Registers an endpoint. Its secret is given out here only, and stored sealed; its object learns of
 * the endpoint with the first event.
 */
export async function createEndpoint(
  { env, platform, by, tenantId }: Omit<EndpointCall, "id">,
  order: NewEndpoint,
  ownHost: string,
): Promise<IssuedEndpoint | Refusal> {
  const db = database(env);
  const refused = await refuseNew(db, tenantId);
  if (refused !== undefined) return refused;
  const url = await checkAddress(env, platform.fetch, order.url, ownHost);
  if (isRefusal(url)) return url;
  const id = `wh_${randomBase62(ID_LENGTH)}`;
  const secret = newSecret();
  const sealed = await sealSecret(env, tenantId, id, secret);
  if (isRefusal(sealed)) return sealed;
  const now = platform.now();
  // The host alone: the path is often a secret of the receiver, and the audit log keeps everything.
  const { host } = new URL(url);
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
  const trace = { at: now, ...doneBy(by), tenantId, target: id, detail: { host } };
  const [inserted] = await db.batch([
    insertStatement(db, row, by),
    auditIfChanged(db, { ...trace, action: "webhook.created" }),
  ]);
  if (inserted.length === 0) return (await refuseIfEnded(db, by)) ?? tooMany();
  return { row, secret };
}

function tooMany(): Refusal {
  return refuse(409, "webhook_limit", `A tenant may have at most ${MAX_ENDPOINTS} endpoints.`);
}
