import { MOST_MENTIONED, type Mentioned } from "../../access/find-mentioned.ts";
import type { Leaked } from "../../tenants/api-keys/find-leaked.ts";
import { accountWords } from "../account/words.ts";
import { codeWords } from "../codes/words.ts";
import {
  CredentialName,
  IN_ANOTHER_TAB,
  RevokeListed,
  StateBadge,
  TenantsCell,
} from "../frame/credential-cells.tsx";
import { Area } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Empty, Section, Table } from "../frame/parts.tsx";
import { PostForm } from "../frame/post-form.tsx";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { SERVICE_KEYS } from "../service-keys/service-key-pages.tsx";
import { leakedWords } from "./words.ts";

export const LEAKED = "/portal/leaked";

interface LeakedProps {
  view: View;
  form: FormState;
  /** Undefined before anything was asked for. */
  leaked?: Leaked;
}

/** A form that takes a leaked text, and whose the keys in it are. */
export function LeakedPage({ view, form, leaked }: LeakedProps) {
  const words = leakedWords[view.language];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      {leaked === undefined ? null : (
        <Section id="found" title={words.found} isAnswer>
          {leaked.isCut ? <p role="alert">{words.cut(MOST_MENTIONED)}</p> : null}
          {leaked.found.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneText}</p>
            </Empty>
          ) : (
            <FoundTable view={view} leaked={leaked} />
          )}
        </Section>
      )}
      <section aria-label={words.find}>
        <PostForm view={view} form={form} action={LEAKED}>
          <Area form={form} name="text" label={words.text} hint={words.textHint} required />
          <button type="submit" class="primary">
            {words.find}
          </button>
        </PostForm>
      </section>
    </Layout>
  );
}

function FoundTable({ view, leaked }: { view: View; leaked: Leaked }) {
  const words = leakedWords[view.language];
  const columns = [words.kind, words.name, words.of, words.status, words.seen];
  return (
    <>
      <p class="soft">{words.beside}</p>
      <Table label={words.found} columns={columns}>
        {leaked.found.map((one) => (
          <tr>
            <td>{words.kinds[one.kind]}</td>
            <CredentialName id={one.id}>
              <Linked href={pageOf(one)} name={sayName(one.name)} />
            </CredentialName>
            <TenantsCell tenants={one.tenants} all={words.allTenants} beside={IN_ANOTHER_TAB} />
            <td>
              <StateBadge view={view} state={one.state} />
              <Revoke view={view} one={one} leaked={leaked} />
            </td>
            <td>{one.isWhole ? words.whole : words.part}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Linked({ href, name }: { href: string | undefined; name: string }) {
  if (href === undefined) return name;
  return (
    <a href={href} {...IN_ANOTHER_TAB}>
      {name}
    </a>
  );
}

/** Revokes a token of no one tenant: there may be no other page that lists it. */
function Revoke({ view, one, leaked }: { view: View; one: Mentioned; leaked: Leaked }) {
  if (one.state === "ended" || pageOf(one) !== undefined) return null;
  return (
    <RevokeListed
      view={view}
      path={`${LEAKED}/tokens`}
      credential={one}
      label={codeWords[view.language].revoke}
      text={accountWords[view.language].revokeText}
    >
      <Again one={one} leaked={leaked} />
    </RevokeListed>
  );
}

/** What was found, by ids alone: the answer to the press shows it again, this one first. */
function Again({ one, leaked: { found, isCut } }: { one: Mentioned; leaked: Leaked }) {
  const shown = [one, ...found.filter((other) => other !== one)];
  return (
    <>
      <input type="hidden" name="text" value={shown.map(sayBeginning).join(" ")} />
      {shown.map(({ id, isWhole }) =>
        isWhole ? <input type="hidden" name="whole" value={id} /> : null,
      )}
      {isCut ? <input type="hidden" name="cut" value="yes" /> : null}
    </>
  );
}

function sayBeginning({ kind, id }: Mentioned): string {
  return `rmp_${kind}_${id}`;
}

/** The page that revokes it, if there is one. */
function pageOf({ kind, id, tenants, state }: Mentioned): string | undefined {
  if (state === "ended") return undefined;
  const [tenantId, ...others] = tenants ?? [];
  if (kind === "svc") return SERVICE_KEYS;
  if (kind === "live") return `/portal/t/${tenantId}/keys/${id}`;
  return others.length === 0 && tenantId !== undefined ? `/portal/t/${tenantId}/tokens` : undefined;
}
