import { SEVERAL_ROOTS, type KeyringEntry } from "../../encryption/store.ts";
import type { RootProgress } from "../../encryption/root-schemas.ts";
import type { Page } from "../../http/contract/index.ts";
import { Layout } from "../frame/layout.tsx";
import { Badge, Empty, MomentCell, NumberCell, Pager, Section, Table } from "../frame/parts.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { keyringWords } from "./words.ts";

interface ListProps {
  view: View;
  page: Page<KeyringEntry>;
  progress: RootProgress;
}

export function KeyringListPage({ view, page, progress }: ListProps) {
  const words = keyringWords[view.language];
  return (
    <Layout view={view} title={words.title}>
      <h1>{words.title}</h1>
      <p class="lead">{words.lead}</p>
      <Section id="roots" title={words.roots}>
        <RootTable view={view} progress={progress} />
      </Section>
      <Section id="rings" title={words.rings}>
        {page.total === 0 ? (
          <Empty title={words.none}>
            <p>{words.noneText}</p>
          </Empty>
        ) : (
          <KeyringTable view={view} keyrings={page.items} />
        )}
        <Pager view={view} page={page} />
      </Section>
    </Layout>
  );
}

function RootTable({ view, progress }: Pick<ListProps, "view" | "progress">) {
  const words = keyringWords[view.language];
  const frame = frameWords[view.language];
  const columns = [
    words.root,
    { number: words.tenants },
    { number: words.failed },
    words.present,
    words.removable,
    words.firstSeen,
  ];
  return (
    <Table label={words.roots} columns={columns}>
      {progress.roots.map((root) => (
        <tr>
          <th scope="row">
            {sayRoot(view, root.rootId)}{" "}
            {root.current ? <Badge tone="good">{words.current}</Badge> : null}
          </th>
          <NumberCell view={view} value={root.tenants} />
          <NumberCell view={view} value={root.failed} />
          <td>{root.rootId === SEVERAL_ROOTS ? "–" : root.present ? frame.yes : frame.no}</td>
          <td>{root.removable ? frame.yes : frame.no}</td>
          <MomentCell view={view} at={root.firstSeenAt} />
        </tr>
      ))}
    </Table>
  );
}

function sayRoot(view: View, rootId: number): string {
  return rootId === SEVERAL_ROOTS ? keyringWords[view.language].several : String(rootId);
}

function KeyringTable({ view, keyrings }: { view: View; keyrings: KeyringEntry[] }) {
  const words = keyringWords[view.language];
  const columns = [
    words.tenant,
    { number: words.root },
    words.provisioned,
    words.moved,
    words.failure,
  ];
  return (
    <Table label={words.rings} columns={columns}>
      {keyrings.map((keyring) => (
        <tr>
          <th scope="row">
            <a href={`/portal/t/${keyring.tenantId}/keyring`}>{keyring.tenantId}</a>
          </th>
          <td class="number">{sayRoot(view, keyring.rootId)}</td>
          <MomentCell view={view} at={keyring.provisionedAt} />
          <MomentCell view={view} at={keyring.movedAt} />
          <td>{keyring.failure ?? "–"}</td>
        </tr>
      ))}
    </Table>
  );
}
