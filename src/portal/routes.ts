import { Hono } from "hono";
import type { LateGroup } from "../http/index.ts";
import type { Rampart } from "../platform/index.ts";

const TENANT = "/portal/t/:tenantId";

/** The frame runs before every page, so it is loaded with the first of them. */
const frame: LateGroup = {
  at: ["/portal/*"],
  load: async () => {
    const { portalFrame } = await import("./frame/routes.ts");
    return portalFrame;
  },
};

/** The groups of pages that are loaded together. */
export const PORTAL_GROUPS: readonly LateGroup[] = [
  frame,
  {
    at: ["sign-in/*", "sign-out", "language", "docs", "oidc/*"].map((page) => `/portal/${page}`),
    load: () => framed(import("./session/routes.tsx"), import("./session/oidc-routes.tsx")),
  },
  {
    at: ["/portal/account/*", "/portal/step-up"],
    load: () => framed(import("./account/routes.tsx"), import("./account/token-routes.tsx")),
  },
  {
    at: ["/portal", TENANT],
    load: () => framed(import("./home/routes.tsx"), import("./overview/routes.tsx")),
  },
  {
    at: [`${TENANT}/keys/*`],
    load: () => framed(import("./keys/issue-routes.tsx"), import("./keys/routes.tsx")),
  },
  {
    at: [`${TENANT}/usage`, `${TENANT}/usage.csv`, `${TENANT}/usage/ai`],
    load: () => framed(import("./usage/routes.tsx")),
  },
  {
    at: [`${TENANT}/webhooks/*`],
    load: () =>
      framed(
        import("./webhooks/routes.tsx"),
        import("./webhooks/delivery-routes.tsx"),
        import("./webhooks/verify-routes.tsx"),
      ),
  },
  {
    at: [`${TENANT}/lists/*`],
    load: () => framed(import("./lists/routes.tsx")),
  },
  {
    at: [`${TENANT}/inspections/*`],
    load: () => framed(import("./inspections/routes.tsx")),
  },
  {
    at: [`${TENANT}/try/antispam`],
    load: () => framed(import("./try/antispam-routes.tsx")),
  },
  {
    at: [`${TENANT}/try`, `${TENANT}/try/:module`],
    load: () => framed(import("./try/routes.tsx")),
  },
  {
    at: [`${TENANT}/dictionaries/*`, "/portal/dictionaries/*"],
    load: () => framed(import("./dictionaries/routes.tsx")),
  },
  {
    at: [`${TENANT}/documents/*`],
    load: () => framed(import("./documents/routes.tsx")),
  },
  {
    at: [`${TENANT}/prompts/*`],
    load: () => framed(import("./prompts/routes.tsx")),
  },
  {
    at: [`${TENANT}/actions/*`],
    load: () => framed(import("./actions/routes.tsx")),
  },
  {
    at: [`${TENANT}/members/*`, "/portal/operators/*"],
    load: () => framed(import("./members/routes.tsx")),
  },
  {
    at: [`${TENANT}/tokens/*`],
    load: () => framed(import("./tokens/routes.tsx")),
  },
  {
    at: [`${TENANT}/audit`, `${TENANT}/audit.csv`, "/portal/audit", "/portal/audit.csv"],
    load: () => framed(import("./audit/routes.tsx")),
  },
  {
    at: [`${TENANT}/bulk/*`, "/portal/fleet/bulk/*"],
    load: () => framed(import("./bulk/routes.tsx")),
  },
  {
    at: [
      `${TENANT}/collectors/*`,
      `${TENANT}/collectors.csv`,
      "/portal/fleet",
      "/portal/fleet/collectors",
      "/portal/fleet/collectors.csv",
    ],
    load: () => framed(import("./fleet/routes.tsx")),
  },
  {
    at: [`${TENANT}/codes/*`],
    load: () => framed(import("./codes/routes.tsx")),
  },
  {
    at: [`${TENANT}/policies/*`, `${TENANT}/fleet-settings`],
    load: () => framed(import("./policies/routes.tsx"), import("./fleet-settings/routes.tsx")),
  },
  {
    at: ["/portal/tenants/*", "/portal/plans"],
    load: () => framed(import("./tenants/routes.tsx")),
  },
  {
    at: ["/portal/dead-letters/*"],
    load: () => framed(import("./dead-letters/routes.tsx")),
  },
  {
    at: ["/portal/leaked/*"],
    load: () => framed(import("./leaked/routes.tsx")),
  },
  {
    at: ["/portal/service-keys/*"],
    load: () => framed(import("./service-keys/routes.tsx")),
  },
  {
    at: ["/portal/jobs"],
    load: () => framed(import("./jobs/routes.tsx")),
  },
  {
    at: ["/portal/sources/*"],
    load: () => framed(import("./sources/routes.tsx")),
  },
  {
    at: [`${TENANT}/keyring/*`, "/portal/keyrings"],
    load: () => framed(import("./keyrings/routes.tsx")),
  },
];

/**
 * Joins files of routes. An error on one of their pages is answered by a page. Each file of routes
 * exports only Hono apps.
 */
async function framed(...areas: Promise<Record<string, Hono<Rampart>>>[]) {
  const { answerErrorPage } = await import("./frame/error-page.tsx");
  const pages = (await Promise.all(areas)).flatMap((area) => Object.values(area));
  const all = new Hono<Rampart>().onError(answerErrorPage);
  for (const each of pages) all.route("/", each);
  return all;
}
