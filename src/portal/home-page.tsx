import type { SignedIn } from "../access/index.ts";
import { Layout } from "./layout.tsx";

export interface TenantLine {
  tenantId: string;
  name: string;
  plan: string;
  monthlyQuota: number;
  status: string;
}

interface HomeProps {
  who: SignedIn;
  tenants: TenantLine[];
  total: number;
}

const numbers = new Intl.NumberFormat("en");

export function HomePage({ who, tenants, total }: HomeProps) {
  return (
    <Layout title="Overview" who={who}>
      <h1>Overview</h1>
      <section aria-labelledby="tenants">
        <h2 id="tenants">
          {who.reach === "all" ? `Tenants (${numbers.format(total)})` : "Tenant"}
        </h2>
        <div class="scroll" tabindex={0} role="region" aria-labelledby="tenants">
          <table>
            <thead>
              <tr>
                <th scope="col">Id</th>
                <th scope="col">Name</th>
                <th scope="col">Plan</th>
                <th scope="col" class="number">
                  Calls a month
                </th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {tenants.map((tenant) => (
                <tr>
                  <th scope="row">{tenant.tenantId}</th>
                  <td>{tenant.name}</td>
                  <td>{tenant.plan}</td>
                  <td class="number">{numbers.format(tenant.monthlyQuota)}</td>
                  <td>{tenant.status}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <section aria-labelledby="next">
        <h2 id="next">Where to go on</h2>
        <p>
          <a href="/docs">The API reference</a> lists every call, with what it takes and answers.
        </p>
      </section>
    </Layout>
  );
}
