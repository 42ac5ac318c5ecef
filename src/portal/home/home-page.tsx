import type { Page } from "../../http/contract/index.ts";
import { PasskeyNudge } from "../account/passkey-nudge.tsx";
import { Field } from "../frame/fields.tsx";
import { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import { Filters } from "../frame/list-frame.tsx";
import { Empty, Pager, Section } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { tenantWords } from "../tenants/words.ts";
import { Attention } from "./attention.tsx";
import type { Concern } from "./find-attention.ts";
import { TenantTable, type TenantLine } from "./tenant-table.tsx";
import { homeWords } from "./words.ts";

interface HomeProps {
  view: View;
  page: Page<TenantLine>;
  /** Null for readers who are not operators. */
  concerns: Concern[] | null;
}

export function HomePage({ view, page, concerns }: HomeProps) {
  const words = homeWords[view.language];
  const { items: tenants, total } = page;
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <PasskeyNudge view={view} />
      {concerns === null ? null : <Attention view={view} concerns={concerns} />}
      <Section id="tenants" title={words.tenants(sayNumber(view.language, total))}>
        {concerns === null || view.who?.permissions.has("tenants:read") !== true ? null : (
          <Filters view={view} action="/portal/tenants">
            <Field
              form={new FormState()}
              name="q"
              type="search"
              label={tenantWords[view.language].search}
            />
          </Filters>
        )}
        {total === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : tenants.length === 0 ? null : (
          <TenantTable view={view} tenants={tenants} />
        )}
        <Pager view={view} page={page} />
      </Section>
    </Layout>
  );
}
