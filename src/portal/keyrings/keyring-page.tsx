import type { KeyStatus, VersionStatus } from "../../encryption/key-schemas.ts";
import { Layout } from "../frame/layout.tsx";
import { Badge, Empty, Moment, Table, type Tone } from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { keyringWords, versionStateWords } from "./words.ts";

const TONES: Record<VersionStatus["state"], Tone> = {
  active: "good",
  decrypt_only: "idle",
  disabled: "warn",
  destroyed: "bad",
};

/** A tenant's key versions and their use; null before the tenant has a key. */
export function KeyringPage({ view, status }: { view: View; status: KeyStatus | null }) {
  const words = keyringWords[view.language];
  return (
    <Layout view={view} title={words.keyring}>
      <h1>{words.keyring}</h1>
      <p class="lead">{words.keyringLead}</p>
      {status === null ? (
        <section aria-label={words.keyring}>
          <Empty title={words.noKey}>
            <p>{words.noneText}</p>
          </Empty>
        </section>
      ) : (
        <Ring view={view} status={status} />
      )}
    </Layout>
  );
}

function Ring({ view, status }: { view: View; status: KeyStatus }) {
  const words = keyringWords[view.language];
  return (
    <>
      <section aria-label={words.keyring}>
        <dl class="facts">
          <dt>{words.version}</dt>
          <dd>{status.currentVersion}</dd>
          <dt>{words.minimum}</dt>
          <dd>{status.minEncryptionVersion}</dd>
          <dt>{words.rotation}</dt>
          <dd>{sayRotation(view, status.autoRotation)}</dd>
          <dt>{words.created}</dt>
          <dd>
            <Moment view={view} at={status.createdAt} />
          </dd>
        </dl>
      </section>
      <section aria-label={words.version}>
        <VersionTable view={view} versions={status.versions} />
      </section>
    </>
  );
}

function sayRotation({ language }: View, rotation: KeyStatus["autoRotation"]): string {
  const words = keyringWords[language];
  if (rotation === null) return words.never;
  const { afterDays, afterEncryptions } = rotation;
  const days = afterDays === null ? [] : [words.afterDays(sayNumber(language, afterDays))];
  const uses =
    afterEncryptions === null ? [] : [words.afterUses(sayNumber(language, afterEncryptions))];
  return words.after([...days, ...uses]);
}

function VersionTable({ view, versions }: { view: View; versions: VersionStatus[] }) {
  const words = keyringWords[view.language];
  const frame = frameWords[view.language];
  const say = (value: number) => sayNumber(view.language, value);
  const columns = [
    words.version,
    words.state,
    words.keyId,
    { number: words.root },
    { number: words.age },
    { number: words.encryptions },
    { number: words.decryptions },
    words.lastDecrypted,
    words.safe,
  ];
  return (
    <Table label={words.version} columns={columns}>
      {versions.map((version) => (
        <tr>
          <th scope="row">{version.version}</th>
          <td>
            <Badge tone={TONES[version.state]}>
              {versionStateWords[view.language][version.state]}
            </Badge>
          </td>
          <td>
            <code>{version.keyId}</code>
          </td>
          <td class="number">{version.rootId}</td>
          <td class="number">{say(version.ageDays)}</td>
          <td class="number">{say(version.encryptions)}</td>
          <td class="number">{say(version.decryptions)}</td>
          <td>
            <Moment view={view} at={version.lastDecryptedAt} />
          </td>
          <td>{version.safeToDisable ? frame.yes : frame.no}</td>
        </tr>
      ))}
    </Table>
  );
}
