import { Layout } from "../frame/layout.tsx";
import { Empty } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { TenantTable, type TenantLine } from "./tenant-table.tsx";
import { homeWords } from "./words.ts";

interface HomeProps {
  view: View;
  tenants: TenantLine[];
  total: number;
}

export function HomePage({ view, tenants, total }: HomeProps) {
  const words = homeWords[view.language];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <section aria-labelledby="tenants">
        <h2 id="tenants">{words.tenants(sayNumber(view.language, total))}</h2>
        {tenants.length === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : (
          <TenantTable view={view} tenants={tenants} />
        )}
      </section>
    </Layout>
  );
}
