import { EXPORT_SCOPES } from "../../intel/exports/scopes.ts";
import type { Module } from "../../tenants/gate/modules.ts";
import { Coded } from "../frame/coded.tsx";
import { inBoth } from "../frame/language.ts";
import { Copyable, Fact, Facts } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { moduleWords } from "../try/module-words.ts";

const firewallWords = inBoth(
  {
    title: "Lists for a firewall or a DNS server",
    user: "To be fetched by HTTP Basic: the user is",
    password: ", the password an API key with the scope beside the list.",
  },
  {
    title: "Listas para un cortafuegos o un servidor DNS",
    user: "Se descargan por HTTP Basic: el usuario es",
    password: ", y la contraseña, una clave de API con el permiso de cada lista.",
  },
);

const FILES = ["ip.txt", "domain.txt", "url.txt", "rpz.zone"] as const;

interface ListsProps {
  view: View;
  origin: string;
  /** The scopes of the key that fetches the lists; lists that it may not read are left out. */
  scopes: readonly Module[];
}

/** What a firewall or a resolver has to be given to fetch its lists. */
export function FirewallLists({ view, origin, scopes }: ListsProps) {
  const words = firewallWords[view.language];
  const files = FILES.filter((file) => scopes.includes(EXPORT_SCOPES[`/exports/${file}`]));
  if (files.length === 0) return null;
  return (
    <>
      <h2>{words.title}</h2>
      <p>
        {words.user} <code>{view.tenantId}</code>
        {words.password}
      </p>
      <Facts>
        {files.map((file) => (
          <Fact
            name={
              <Coded code={EXPORT_SCOPES[`/exports/${file}`]} names={moduleWords[view.language]} />
            }
          >
            <Copyable view={view} label={file} text={`${origin}/api/v1/exports/${file}`} />
          </Fact>
        ))}
      </Facts>
    </>
  );
}
