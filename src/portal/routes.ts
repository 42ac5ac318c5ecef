import { Hono } from "hono";
import { together, type LateGroup } from "../http/index.ts";
import type { PortalEnv } from "./frame/view.ts";

const TENANT = "/portal/t/:tenantId";

/** The frame stands before every page, so it comes with the first of them. */
const frame: LateGroup = {
  at: ["/portal/*"],
  load: async () => {
    const { portalFrame } = await import("./frame/routes.ts");
    return portalFrame;
  },
};

/** The pages, by what is read together. */
export const PORTAL_GROUPS: readonly LateGroup[] = [
  frame,
  {
    at: ["sign-in/*", "sign-out", "language", "docs", "oidc/*"].map((page) => `/portal/${page}`),
    load: () =>
      framed(
        import("./session/routes.tsx").then((area) => area.sessionRoutes),
        import("./session/oidc-routes.tsx").then((area) => area.oidcRoutes),
      ),
  },
  {
    at: ["/portal/account/*", "/portal/step-up"],
    load: () => framed(import("./account/routes.tsx").then((area) => area.accountPages)),
  },
  {
    at: ["/portal", TENANT],
    load: () =>
      framed(
        import("./home/routes.tsx").then((area) => area.homeRoutes),
        import("./overview/routes.tsx").then((area) => area.overviewRoutes),
      ),
  },
  {
    at: [`${TENANT}/keys/*`],
    load: () =>
      framed(
        import("./keys/issue-routes.tsx").then((area) => area.issueRoutes),
        import("./keys/routes.tsx").then((area) => area.keyRoutes),
      ),
  },
  {
    at: [`${TENANT}/usage`, `${TENANT}/usage.csv`],
    load: () => framed(import("./usage/routes.tsx").then((area) => area.usagePages)),
  },
  {
    at: [`${TENANT}/webhooks/*`],
    load: () =>
      framed(
        import("./webhooks/routes.tsx").then((area) => area.webhookPages),
        import("./webhooks/delivery-routes.tsx").then((area) => area.deliveryPages),
        import("./webhooks/verify-routes.tsx").then((area) => area.verifyPages),
      ),
  },
  {
    at: [`${TENANT}/lists/*`],
    load: () => framed(import("./lists/routes.tsx").then((area) => area.listPages)),
  },
  {
    at: [`${TENANT}/inspections/*`],
    load: () => framed(import("./inspections/routes.tsx").then((area) => area.inspectionPages)),
  },
  {
    at: [`${TENANT}/try/antispam`],
    load: () => framed(import("./try/antispam-routes.tsx").then((area) => area.tryAntispamPages)),
  },
  {
    at: [`${TENANT}/try`, `${TENANT}/try/:module`],
    load: () => framed(import("./try/routes.tsx").then((area) => area.tryPages)),
  },
  {
    at: [`${TENANT}/dictionaries/*`, "/portal/dictionaries/*"],
    load: () => framed(import("./dictionaries/routes.tsx").then((area) => area.dictionaryPages)),
  },
  {
    at: [`${TENANT}/documents/*`],
    load: () => framed(import("./documents/routes.tsx").then((area) => area.documentPages)),
  },
  {
    at: [`${TENANT}/prompts/*`],
    load: () => framed(import("./prompts/routes.tsx").then((area) => area.promptPages)),
  },
  {
    at: [`${TENANT}/members/*`, "/portal/operators/*"],
    load: () => framed(import("./members/routes.tsx").then((area) => area.memberRoutes)),
  },
  {
    at: [`${TENANT}/audit`, "/portal/audit"],
    load: () => framed(import("./audit/routes.tsx").then((area) => area.auditPages)),
  },
  {
    at: [`${TENANT}/collectors/*`, "/portal/fleet/*"],
    load: () => framed(import("./fleet/routes.tsx").then((area) => area.fleetPages)),
  },
  {
    at: [`${TENANT}/codes/*`],
    load: () => framed(import("./codes/routes.tsx").then((area) => area.codePages)),
  },
  {
    at: [`${TENANT}/policies/*`],
    load: () => framed(import("./policies/routes.tsx").then((area) => area.policyPages)),
  },
  {
    at: ["/portal/tenants/*", "/portal/plans"],
    load: () => framed(import("./tenants/routes.tsx").then((area) => area.tenantPages)),
  },
  {
    at: ["/portal/dead-letters/*"],
    load: () => framed(import("./dead-letters/routes.tsx").then((area) => area.deadLetterPages)),
  },
  {
    at: ["/portal/jobs"],
    load: () => framed(import("./jobs/routes.tsx").then((area) => area.jobPages)),
  },
  {
    at: ["/portal/sources/*"],
    load: () => framed(import("./sources/routes.tsx").then((area) => area.sourcePages)),
  },
  {
    at: [`${TENANT}/keyring/*`, "/portal/keyrings"],
    load: () => framed(import("./keyrings/routes.tsx").then((area) => area.keyringPages)),
  },
];

/** Whatever fails on one of these pages is answered by a page. */
async function framed(...areas: Promise<Hono<PortalEnv>>[]) {
  const { answerErrorPage } = await import("./frame/error-page.tsx");
  return new Hono<PortalEnv>().onError(answerErrorPage).route("/", await together(...areas));
}
