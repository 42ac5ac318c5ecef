import { EXPORT_SCOPES } from "../../intel/exports/scopes.ts";
import type { Module } from "../../tenants/gate/modules.ts";
import { Copyable } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { firewallWords, fileWords, type ListFile } from "./firewall-words.ts";

interface ListsProps {
  view: View;
  origin: string;
  /** Of the key that is to fetch them; a list that none of them opens is left out. */
  scopes: readonly Module[];
}

/** What a firewall or a resolver needs to be told to fetch what it is to refuse. */
export function FirewallLists({ view, origin, scopes }: ListsProps) {
  const words = firewallWords[view.language];
  const files = filesOf(scopes);
  if (files.length === 0) return null;
  return (
    <>
      <h2>{words.title}</h2>
      <p>
        {words.user} <code>{view.tenantId}</code>
        {words.password}
      </p>
      <dl class="facts wide">
        {files.map((file) => {
          const label = fileWords[view.language][file];
          return (
            <>
              <dt>
                {label} <code>{EXPORT_SCOPES[file]}</code>
              </dt>
              <dd>
                <Copyable view={view} label={label} text={`${origin}/api/v1${file}`} />
              </dd>
            </>
          );
        })}
      </dl>
    </>
  );
}

function filesOf(scopes: readonly Module[]): ListFile[] {
  const files = Object.keys(fileWords.en) as ListFile[];
  return files.filter((file) => scopes.includes(EXPORT_SCOPES[file]));
}
