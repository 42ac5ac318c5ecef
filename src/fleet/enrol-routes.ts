import { Hono } from "hono";
import { throttleFailures } from "../access/throttle-failures.ts";
import { answerUnlessKnown, json, raw, settle } from "../http/index.ts";
import { operation, valid } from "../http/contract/index.ts";
import { type Rampart, timeOf } from "../platform/index.ts";
import { refuseIfOverloaded } from "./call-agent.ts";
import { backendUrl, discoveryDocument } from "./discover.ts";
import { refuseVersion } from "./enrol.ts";
import { enrolCaller, failuresOf } from "./enrol-caller.ts";
import * as schemas from "./enrol-schemas.ts";
import { entityTag } from "./entity-tag.ts";
import { versionsOf } from "./semver.ts";
import { spreadInterval } from "./spread.ts";

const DISCOVERY_CACHE = "public, max-age=300";

/** What a machine calls before it is an agent. */
export const enrolRoutes = new Hono<Rampart>();

enrolRoutes.get(
  "/.well-known/agent-configuration",
  operation({ operationId: "getAgentConfiguration" }),
  (c) => {
    const text = JSON.stringify(discoveryDocument(c));
    const headers = { etag: entityTag(text), "cache-control": DISCOVERY_CACHE };
    return answerUnlessKnown(c, headers, () =>
      raw(c, text, { ...headers, "content-type": "application/json" }),
    );
  },
);

enrolRoutes.post(
  "/enroll",
  operation({ operationId: "enrollAgent" }),
  valid("query", schemas.enrollQuery),
  valid("json", schemas.enrollRequest, { maxBytes: schemas.MAX_ENROLL_BYTES }),
  async (c) => {
    const request = c.req.valid("json");
    settle(refuseVersion(request.agent?.version, versionsOf(c.env).min));
    const backend = backendUrl(c);
    // Retries are spread by the signing request: there is no agent id yet, and each machine has its
    // own.
    const enrolling = enrolCaller(c, request, c.req.valid("query").tenant).catch(
      refuseIfOverloaded(request.csr_pem),
    );
    const enrolled = await throttleFailures(enrolling, failuresOf(c, request.enrollment_code));
    const { identity, role, certificate, policy } = settle(enrolled);
    return json(c, {
      agent_id: identity.agentId,
      tenant_id: identity.tenantId,
      role,
      enrolled_at: timeOf(identity.enrolledAt),
      backend_url: backend,
      region: identity.region,
      client_cert_pem: certificate.pem,
      ca_chain_pem: certificate.chainPem,
      cert_expires_at: timeOf(certificate.notAfter),
      policy: { id: policy.policyId, revision: policy.revision },
      checkin_interval_s: spreadInterval(identity.agentId, policy.intervalS),
    });
  },
);
