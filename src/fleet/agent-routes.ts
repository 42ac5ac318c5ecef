import { type Context, Hono } from "hono";
import type { CertificateUse } from "../certificates/admit-certificate.ts";
import { MAX_EVENT_BYTES } from "../events/event.ts";
import { answerUnlessKnown, json } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { type Rampart, timeOf } from "../platform/index.ts";
import { acceptEvent } from "./accept-event.ts";
import { refuseIfOverloaded } from "./call-agent.ts";
import { checkIn } from "./check-in.ts";
import { MAX_ENROLL_BYTES } from "./enrol-schemas.ts";
import { admitCaller, certificateOf } from "./identify-agent.ts";
import { policyDocument } from "./policy-document.ts";
import { rotate } from "./rotate.ts";
import * as schemas from "./schemas.ts";
import { showSelf } from "./show-self.ts";

const checkinBody = {
  maxBytes: schemas.MAX_CHECKIN_BYTES,
  anyContent: true,
  callerFirst: callerFirst("check_in"),
};
const eventBody = {
  maxBytes: MAX_EVENT_BYTES,
  anyNesting: true,
  callerFirst: callerFirst("events"),
};
const rotateBody = { maxBytes: MAX_ENROLL_BYTES, callerFirst: callerFirst("rotate") };

/** What agents call with their certificates. */
export const agentRoutes = new Hono<Rampart>();

agentRoutes.post(
  "/checkin",
  operation({ operationId: "checkinLegacy" }),
  valid("json", schemas.legacyCheckinRequest, checkinBody),
  async (c) => {
    const { agent_id: id, ...report } = c.req.valid("json");
    const { policyId, revision } = await checkIn(c, id, report);
    return json(c, { policy: { id: policyId, revision } });
  },
);

agentRoutes.post(
  "/agents/:id/checkin",
  operation({ operationId: "checkinAgent" }),
  valid("param", schemas.agentParam),
  valid("json", schemas.checkinRequest, checkinBody),
  async (c) => {
    const { id } = c.req.valid("param");
    const { policyId, revision, intervalS } = await checkIn(c, id, c.req.valid("json"));
    return json(c, { policy: { id: policyId, revision, checkin_interval_s: intervalS } });
  },
);

agentRoutes.post(
  "/agents/:id/events",
  operation({ operationId: "acceptEvent" }),
  valid("param", schemas.agentParam),
  valid("json", schemas.eventRequest, eventBody),
  async (c) => {
    const { id } = c.req.valid("param");
    const { eventId, replayed } = await acceptEvent(c, id, c.req.valid("json"));
    const headers = replayed ? { "idempotency-replayed": "true" } : {};
    return json(c, { status: "accepted", eventId }, 202, headers);
  },
);

agentRoutes.post(
  "/agents/:id/rotate-cert",
  operation({ operationId: "rotateCertificate" }),
  valid("param", schemas.agentParam),
  valid("json", schemas.rotateRequest, rotateBody),
  async (c) => {
    const { id } = c.req.valid("param");
    const { identity, certificate } = await rotate(c, id, c.req.valid("json").csr_pem);
    return json(c, {
      agent_id: identity.agentId,
      tenant_id: identity.tenantId,
      region: identity.region,
      rotated_at: timeOf(certificate.issuedAt),
      cert_expires_at: timeOf(certificate.notAfter),
      client_cert_pem: certificate.pem,
      ca_chain_pem: certificate.chainPem,
    });
  },
);

agentRoutes.get("/agents/me", operation({ operationId: "getAgentSelf" }), async (c) =>
  json(c, await showSelf(c)),
);

agentRoutes.get("/agents/me/policy", operation({ operationId: "getAgentPolicy" }), async (c) => {
  const refuseOverload = refuseIfOverloaded(certificateOf(c).agentId);
  const { tag, read } = await policyDocument(c).catch(refuseOverload);
  return answerUnlessKnown(c, { etag: tag }, async () =>
    json(c, await read().catch(refuseOverload), 200, { etag: tag }),
  );
});

/**
 * Checks the caller of a request with a bad body. These routes otherwise check the caller in the same
 * call as their work, which a bad body does not reach.
 */
function callerFirst(use: CertificateUse) {
  return (c: Context<Rampart>) => admitCaller(c, use, c.req.param("id") ?? null);
}
