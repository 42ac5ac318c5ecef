import type { Permission } from "../../access/permissions.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import { PAGES } from "../gate/page-table.ts";
import { inBoth } from "./language.ts";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";
import { withSpanish } from "./read-words.ts";
import spanish from "./sections.es.txt";
import { bareOf } from "./with-query.ts";

/** The names of the sections. */
export const sectionNames = withSpanish(
  {
    overview: "Overview",
    keys: "API keys",
    webhooks: "Webhooks",
    try: "Try it",
    inspections: "Inspections",
    lists: "Allow and deny",
    usage: "Usage and billing",
    dictionaries: "Dictionaries",
    collectors: "Agents",
    codes: "Enrolment codes",
    policies: "Policies",
    "fleet-settings": "Fleet settings",
    documents: "Documents",
    prompts: "Prompts",
    actions: "Proposed actions",
    members: "Members",
    tokens: "Access tokens",
    audit: "Audit log",
    fleet: "Fleet",
    tenants: "Tenants",
    plans: "Plans",
    sources: "Feed sources",
    keyrings: "Keyrings",
    keyring: "Encryption key",
    jobs: "Scheduled jobs",
    "dead-letters": "Dead letters",
    operators: "Operators",
    "service-keys": "Service keys",
    leaked: "Leaked keys",
  },
  spanish,
);

const titles = inBoth(
  {
    build: "Service",
    protection: "Protection",
    fleetGroup: "Fleet",
    ai: "AI",
    people: "Organisation",
    operations: "Operations",
  },
  {
    build: "Servicio",
    protection: "Protección",
    fleetGroup: "Flota",
    ai: "IA",
    people: "Organización",
    operations: "Operaciones",
  },
);

type Name = keyof (typeof sectionNames)["en"];
type Title = keyof (typeof titles)["en"];

type Group = readonly (readonly [name: Name, route: string])[];

const TENANT = "/portal/t/:tenantId";
/** In no list of sections: the head of each page leads to it. */
const ACCOUNT = "/portal/account";

const TENANT_GROUPS: readonly (readonly [title: Title, pages: Group])[] = [
  ["build", pagesBelow(TENANT, "overview", "keys", "webhooks", "usage")],
  ["protection", pagesBelow(TENANT, "try", "inspections", "lists", "dictionaries")],
  ["fleetGroup", pagesBelow(TENANT, "collectors", "codes", "policies", "fleet-settings")],
  ["ai", pagesBelow(TENANT, "documents", "prompts", "actions")],
  ["people", pagesBelow(TENANT, "members", "tokens", "keyring", "audit")],
];

const OPERATOR_PAGES: Group = [
  ...pagesBelow("/portal", "overview", "fleet"),
  ["collectors", "/portal/fleet/collectors"],
  ...pagesBelow("/portal", "tenants", "plans", "sources", "dictionaries", "keyrings", "jobs"),
  ...pagesBelow("/portal", "dead-letters", "operators", "service-keys", "leaked"),
  ...pagesBelow("/portal", "audit"),
];

/** The pages of names below a path; the overview is the path itself. */
function pagesBelow(above: string, ...names: Name[]): Group {
  return names.map((name) => [name, name === "overview" ? above : `${above}/${name}`]);
}

/** The name in the navigation of the page with this route, or of the page above it. */
export function sayPage({ language }: View, route: string): string | undefined {
  const all = [...TENANT_GROUPS.flatMap(([, pages]) => pages), ...OPERATOR_PAGES];
  const above = all
    .filter(([name, page]) => isHere(route, page, name))
    .toSorted(([, a], [, b]) => b.length - a.length);
  const [found] = above;
  return found === undefined ? undefined : sectionNames[language][found[0]];
}

/** The page of the navigation above this one, if the reader may open it. */
export function pageAbove(view: View): { href: string; name: string } | undefined {
  const { who, tenantId, language } = view;
  if (who === undefined) return undefined;
  const here = bareOf(view.path);
  if (here.startsWith(`${ACCOUNT}/`)) return { href: ACCOUNT, name: frameWords[language].security };
  const pages = tenantId === undefined ? OPERATOR_PAGES : TENANT_GROUPS.flatMap(([, own]) => own);
  const [found] = pages
    .filter(([, route]) => mayOpen(who, PAGES[`GET ${route}`]?.permission, route))
    .map(([name, route]) => ({ name, href: route.replace(":tenantId", tenantId ?? "") }))
    // The pages below "try" are tabs of one page.
    .filter(({ name, href }) => name !== "try" && here !== href && isHere(here, href, name))
    .toSorted((a, b) => b.href.length - a.href.length);
  return found && { href: found.href, name: sectionNames[language][found.name] };
}

interface NavigationProps {
  view: View;
  who: SignedIn;
}

export function TenantNavigation({ view, who, tenantId }: NavigationProps & { tenantId: string }) {
  return (
    <nav aria-label={frameWords[view.language].tenantSections}>
      <p class="nav-tenant">
        {tenantId}
        {who.reach.length === 1 || who.reach === "all" ? null : (
          <a href="/portal">{frameWords[view.language].otherTenants}</a>
        )}
      </p>
      {TENANT_GROUPS.map(([title, pages]) => (
        <Links view={view} who={who} title={title} pages={pages} tenantId={tenantId} />
      ))}
    </nav>
  );
}

export function OperatorNavigation({ view, who }: NavigationProps) {
  return (
    <nav aria-label={frameWords[view.language].operatorSections}>
      <Links view={view} who={who} title="operations" pages={OPERATOR_PAGES} tenantId="" />
    </nav>
  );
}

interface LinksProps extends NavigationProps {
  title: Title;
  pages: Group;
  tenantId: string;
}

/** The links that the reader may open, by the table that guards the pages. */
function Links({ view, who, title, pages, tenantId }: LinksProps) {
  const here = bareOf(view.path);
  const open = pages.filter(([, route]) => mayOpen(who, PAGES[`GET ${route}`]?.permission, route));
  if (open.length === 0) return null;
  const paths = open.map(([, route]) => route.replace(":tenantId", tenantId));
  const current = paths.filter((path, at) => isHere(here, path, open[at]?.[0])).at(-1);
  return (
    <>
      <p class="nav-title">{titles[view.language][title]}</p>
      <ul>
        {open.map(([name], at) => (
          <li>
            <a
              href={paths[at]}
              {...(paths[at] === current ? { "aria-current": "page" as const } : {})}
            >
              {sectionNames[view.language][name]}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function mayOpen(who: SignedIn, permission: Permission | undefined, route: string): boolean {
  if (!(`GET ${route}` in PAGES)) return false;
  return permission === undefined || who.permissions.has(permission);
}

/**
 * Whether the reader is at this page or below it. All pages of a tenant are below its overview, so
 * that counts only for itself.
 */
function isHere(here: string, path: string, name: Name | undefined): boolean {
  return here === path || (name !== "overview" && here.startsWith(`${path}/`));
}
