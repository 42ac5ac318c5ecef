import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { SignedIn } from "../../access/sessions/index.ts";
import { NoPasskey } from "../account/passkey-nudge.tsx";
import { roleWords } from "../members/words.ts";
import { ASSETS } from "./asset-names.ts";
import { flashWords } from "./flash.ts";
import { OperatorNavigation, pageAbove, sectionNames, TenantNavigation } from "./navigation.tsx";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";
import { sayName } from "./say-name.ts";

export interface LayoutProps {
  view: View;
  title: string;
  /** The thing that the page is a part of, with a link to it. */
  above?: { href: string; name: string } | undefined;
}

/** The frame of every page; it needs no script. */
export function Layout({ view, title, above, children }: PropsWithChildren<LayoutProps>) {
  const words = frameWords[view.language];
  const page = (
    <html lang={view.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{titleOf(view, title)}</title>
        <link rel="stylesheet" href={ASSETS["portal.css"]} />
        <link rel="icon" href={ASSETS["rampart.svg"]} type="image/svg+xml" />
        <script src={ASSETS["portal.js"]} defer></script>
      </head>
      <body>
        <a class="skip" href="#main">
          {words.skip}
        </a>
        <header>
          <a class="brand" href="/portal">
            <img src={ASSETS["rampart.svg"]} alt="" width="28" height="28" />
            <span>Rampart</span>
          </a>
          <Account view={view} />
        </header>
        <div class={view.who === undefined ? "frame alone" : "frame"}>
          <Sections view={view} />
          <main id="main" tabindex={-1}>
            {view.flash === undefined ? null : (
              <p role="status" class="flash">
                {flashWords[view.language][view.flash]}
              </p>
            )}
            <Crumbs crumbs={[pageAbove(view), above]} />
            {children}
          </main>
        </div>
      </body>
    </html>
  );
  return html`<!doctype html>${page}`;
}

/**
 * The title, which a screen reader says first. It names the tenant, for tabs of two tenants and for
 * paper.
 */
function titleOf({ language, flash, tenantId }: View, title: string): string {
  const said = flash === undefined ? title : `${flashWords[language][flash]} ${title}`;
  return [said, ...(tenantId === undefined ? [] : [tenantId]), "Rampart"].join(" – ");
}

/** Links to the pages above, if the page is below one of the navigation. */
function Crumbs({ crumbs }: { crumbs: (LayoutProps["above"] | undefined)[] }) {
  const known = crumbs.filter((crumb) => crumb !== undefined);
  if (known.length === 0) return null;
  return (
    <p class="crumb">
      {known.map(({ href, name }, at) => (
        <>
          {at === 0 ? null : " › "}
          <a href={href}>{name}</a>
        </>
      ))}
    </p>
  );
}

function Sections({ view }: { view: View }) {
  const { who } = view;
  if (who === undefined) return null;
  const words = frameWords[view.language];
  const tenantId = tenantBeside(view, who);
  return (
    <aside aria-label={words.sections}>
      <input type="checkbox" id="menu" class="menu-switch" aria-label={words.menu} />
      <label for="menu" class="menu" aria-hidden="true">
        {/* While the menu is closed, nothing else names the tenant of the page. */}
        {[words.menu, view.tenantId].filter(Boolean).join(" · ")}
      </label>
      <div class="sections">
        {tenantId === undefined ? null : (
          <TenantNavigation view={view} who={who} tenantId={tenantId} />
        )}
        {who.kind === "operator" ? <OperatorNavigation view={view} who={who} /> : null}
        {tenantId === undefined && who.kind !== "operator" ? (
          <a class="aside-link" href="/portal">
            {sectionNames[view.language].overview}
          </a>
        ) : null}
        <a class="aside-link" href="/docs">
          {words.reference}
        </a>
      </div>
    </aside>
  );
}

/** The tenant of the page. On a page of no tenant, it is the reader's only one. */
function tenantBeside({ tenantId, path }: View, { reach }: SignedIn): string | undefined {
  if (tenantId !== undefined || reach === "all" || path.startsWith("/portal/t/")) return tenantId;
  return reach.length === 1 ? reach[0] : undefined;
}

function Account({ view }: { view: View }) {
  const words = frameWords[view.language];
  const other = view.language === "es" ? "en" : "es";
  return (
    <nav aria-label={words.account} class="account">
      <form
        method="post"
        action="/portal/language"
        {...(view.isAnswer ? { target: "_blank" } : {})}
      >
        <input type="hidden" name="next" value={view.path} />
        <button type="submit" name="language" value={other} lang={other} class="quiet">
          {words.other}
        </button>
      </form>
      {view.who === undefined ? null : (
        <>
          <a href="/portal/account" title={words.security}>
            <span class="who">{sayName(view.who.name)}</span>{" "}
            <small>{roleWords[view.language][view.who.role]}</small> <NoPasskey view={view} />
          </a>
          <form method="post" action="/portal/sign-out">
            <button type="submit" class="quiet">
              {words.signOut}
            </button>
          </form>
        </>
      )}
    </nav>
  );
}
