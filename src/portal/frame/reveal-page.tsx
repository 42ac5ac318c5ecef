import type { PropsWithChildren } from "hono/jsx";
import { Layout } from "./layout.tsx";
import type { View } from "./view.ts";
import { frameWords } from "./words.ts";

interface RevealProps {
  view: View;
  title: string;
  /** Says that the secret is shown only once; by default that we keep no more than its hash. */
  said?: string;
  /** Where the reader goes next; the browser also shows this address for the page itself. */
  path: string;
  label: string;
}

/**
 * The answer to a form that made a secret. It is the only page that shows the secret, and it cannot
 * be loaded again.
 */
export function RevealPage({
  view,
  title,
  said = frameWords[view.language].once,
  path,
  label,
  children,
}: PropsWithChildren<RevealProps>) {
  return (
    <Layout view={view} title={title}>
      <h1>{title}</h1>
      <section aria-label={title} data-after={path}>
        <p role="status">{said}</p>
        {children}
        <a class="button primary" href={path}>
          {label}
        </a>
      </section>
    </Layout>
  );
}
