import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { SignedIn } from "../access/index.ts";

interface LayoutProps {
  title: string;
  who?: SignedIn | undefined;
}

/** The frame of every page: complete without a script. */
export function Layout({ title, who, children }: PropsWithChildren<LayoutProps>) {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title} – Rampart</title>
        <link rel="stylesheet" href="/assets/portal.css" />
        <link rel="icon" href="/assets/rampart.svg" type="image/svg+xml" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header>
          <a class="brand" href="/portal">
            Rampart
          </a>
          {who === undefined ? null : <Account who={who} />}
        </header>
        <main id="main">{children}</main>
      </body>
    </html>
  );
  return html`<!doctype html>${page}`;
}

function Account({ who }: { who: SignedIn }) {
  return (
    <nav aria-label="Account">
      <span>
        {who.name} <small>{who.role}</small>
      </span>
      <form method="post" action="/portal/sign-out">
        <button type="submit">Sign out</button>
      </form>
    </nav>
  );
}
