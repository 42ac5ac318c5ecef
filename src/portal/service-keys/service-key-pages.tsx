import { PERMISSION_TO_GRANT, SERVICE_OPERATIONS } from "../../access/permissions.ts";
import { stateOf } from "../../access/credential-state.ts";
import type { listServiceKeys } from "../../access/credential-store.ts";
import { onlyTenant } from "../../access/claim-tenant.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import type { Page } from "../../http/contract/index.ts";
import { linesAbout } from "../audit/history-link.tsx";
import { CredentialName, EndCell, RevokeListed, TenantsCell } from "../frame/credential-cells.tsx";
import { CodedList } from "../frame/coded.tsx";
import { Checks, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { FormPage } from "../frame/form-page.tsx";
import { Create, ListFrame } from "../frame/list-frame.tsx";
import { MomentCell, Pager, Table } from "../frame/parts.tsx";
import { sayName } from "../frame/say-name.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { NameField } from "../keys/form-pages.tsx";
import { operationWords, serviceKeyWords } from "./words.ts";

export const SERVICE_KEYS = "/portal/service-keys";
export const NEW_SERVICE_KEY = `${SERVICE_KEYS}/new`;

type ServiceKey = Awaited<ReturnType<typeof listServiceKeys>>["items"][number];

interface ListProps {
  view: View;
  /** The search of the list. */
  form: FormState;
  page: Page<ServiceKey>;
  now: number;
}

export function ServiceKeyListPage({ view, form, page, now }: ListProps) {
  const words = serviceKeyWords[view.language];
  return (
    <ListFrame
      view={view}
      title={words.title}
      lead={words.lead}
      create={<Create href={NEW_SERVICE_KEY} label={words.make} may />}
      search={{ form, hint: frameWords[view.language].keyHint }}
      none={page.total === 0 ? { title: words.none } : undefined}
      pager={<Pager view={view} page={page} />}
    >
      <ServiceKeyTable view={view} keys={page.items} now={now} />
    </ListFrame>
  );
}

function ServiceKeyTable({ view, keys, now }: { view: View; keys: ServiceKey[]; now: number }) {
  const words = serviceKeyWords[view.language];
  const columns = [
    words.name,
    words.operations,
    words.tenants,
    words.made,
    words.until,
    words.revoke,
  ];
  return (
    <Table label={words.title} columns={columns}>
      {keys.map(
        ({ id, name, operations, tenants, tenantsLeft, createdAt, expiresAt, revokedAt }) => (
          <tr>
            <CredentialName
              id={id}
              history={linesAbout(view, { target: id, tenant: onlyTenant(tenants) ?? undefined })}
            >
              {sayName(name)}
            </CredentialName>
            <td>
              <CodedList codes={operations} names={operationWords[view.language]} />
            </td>
            <TenantsCell tenants={tenants} all={words.allTenants} />
            <MomentCell view={view} at={createdAt} />
            <MomentCell view={view} at={revokedAt ?? expiresAt} />
            <EndCell
              view={view}
              state={stateOf({ goneAt: revokedAt, expiresAt, tenantsLeft }, now)}
            >
              <RevokeListed
                view={view}
                path={SERVICE_KEYS}
                credential={{ id, name }}
                label={words.revoke}
                text={words.revokeText}
              />
            </EndCell>
          </tr>
        ),
      )}
    </Table>
  );
}

interface FormProps {
  view: View;
  who: SignedIn;
  form: FormState;
}

/** The form of a new key. It offers only what its reader may grant. */
export function ServiceKeyFormPage({ view, who, form }: FormProps) {
  const words = serviceKeyWords[view.language];
  const may = SERVICE_OPERATIONS.filter((one) => who.permissions.has(PERMISSION_TO_GRANT[one]));
  return (
    <FormPage view={view} title={words.make} form={form} label={words.make}>
      <NameField view={view} form={form} />
      <Checks
        form={form}
        name="operations"
        label={words.operations}
        hint={words.operationsHint}
        options={may.map((value) => ({
          value,
          label: operationWords[view.language][value],
          isCode: true,
        }))}
      />
      <Field form={form} name="tenants" label={words.tenants} hint={words.tenantsHint} />
      <Field
        form={form}
        name="expiresAt"
        type="datetime-local"
        label={words.until}
        hint={words.untilHint}
      />
    </FormPage>
  );
}
