import type { Permission, SignedIn } from "../../access/index.ts";
import { PAGES } from "../gate/page-table.ts";
import { inBoth } from "./language.ts";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";

const names = inBoth(
  {
    overview: "Overview",
    keys: "API keys",
    usage: "Usage and billing",
    dictionaries: "Dictionaries",
    collectors: "Collectors",
    codes: "Enrolment codes",
    policies: "Policies",
    members: "Members",
    audit: "Audit log",
    fleet: "Fleet",
    tenants: "Tenants",
    plans: "Plans",
    deadLetters: "Dead letters",
  },
  {
    overview: "Resumen",
    keys: "Claves de API",
    usage: "Uso y facturación",
    dictionaries: "Diccionarios",
    collectors: "Colectores",
    codes: "Códigos de alta",
    policies: "Políticas",
    members: "Miembros",
    audit: "Auditoría",
    fleet: "Flota",
    tenants: "Clientes",
    plans: "Planes",
    deadLetters: "Cartas muertas",
  },
);

type Name = keyof (typeof names)["en"];

const TENANT_PAGES: readonly (readonly [name: Name, route: string])[] = [
  ["overview", "/portal/t/:tenantId"],
  ["keys", "/portal/t/:tenantId/keys"],
  ["usage", "/portal/t/:tenantId/usage"],
  ["dictionaries", "/portal/t/:tenantId/dictionaries"],
  ["collectors", "/portal/t/:tenantId/collectors"],
  ["codes", "/portal/t/:tenantId/codes"],
  ["policies", "/portal/t/:tenantId/policies"],
  ["members", "/portal/t/:tenantId/members"],
  ["audit", "/portal/t/:tenantId/audit"],
];

const OPERATOR_PAGES: readonly (readonly [name: Name, route: string])[] = [
  ["fleet", "/portal/fleet"],
  ["collectors", "/portal/fleet/collectors"],
  ["tenants", "/portal/tenants"],
  ["plans", "/portal/plans"],
  ["deadLetters", "/portal/dead-letters"],
];

interface NavigationProps {
  view: View;
  who: SignedIn;
}

export function TenantNavigation({ view, who, tenantId }: NavigationProps & { tenantId: string }) {
  const label = frameWords[view.language].tenantSections;
  return (
    <nav aria-label={label}>
      <p class="nav-title">{tenantId}</p>
      <Links view={view} who={who} pages={TENANT_PAGES} tenantId={tenantId} />
    </nav>
  );
}

export function OperatorNavigation({ view, who }: NavigationProps) {
  const label = frameWords[view.language].operatorSections;
  return (
    <nav aria-label={label}>
      <p class="nav-title">{label}</p>
      <Links view={view} who={who} pages={OPERATOR_PAGES} tenantId="" />
    </nav>
  );
}

interface LinksProps extends NavigationProps {
  pages: typeof TENANT_PAGES;
  tenantId: string;
}

/** Only what the reader may open, by the same table that keeps the others out. */
function Links({ view, who, pages, tenantId }: LinksProps) {
  const [here = ""] = view.path.split("?", 1);
  const open = pages.filter(([, route]) => mayOpen(who, PAGES[`GET ${route}`]?.permission, route));
  const paths = open.map(([, route]) => route.replace(":tenantId", tenantId));
  const current = paths.filter((path) => here === path || here.startsWith(`${path}/`)).at(-1);
  return (
    <ul>
      {open.map(([name], at) => (
        <li>
          <a
            href={paths[at]}
            {...(paths[at] === current ? { "aria-current": "page" as const } : {})}
          >
            {names[view.language][name]}
          </a>
        </li>
      ))}
    </ul>
  );
}

function mayOpen(who: SignedIn, permission: Permission | undefined, route: string): boolean {
  if (!(`GET ${route}` in PAGES)) return false;
  return permission === undefined || who.permissions.has(permission);
}
