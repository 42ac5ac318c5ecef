import type { KeyStatus, VersionStatus } from "../../encryption/key-answers.ts";
import { detailNames } from "../audit/detail-words.ts";
import { BelowFault } from "../frame/form-fault.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import {
  Badge,
  Empty,
  Fact,
  Facts,
  MomentCell,
  MomentFact,
  Section,
  Table,
  type Tone,
} from "../frame/parts.tsx";
import { sayNumber } from "../frame/say.ts";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { KeySettings, VersionPresses } from "./key-presses.tsx";
import { keyringWords, versionStateWords } from "./words.ts";

const TONES: Record<VersionStatus["state"], Tone> = {
  active: "good",
  decrypt_only: "idle",
  disabled: "warn",
  destroyed: "bad",
};

interface KeyringProps {
  view: View;
  /** Null if the tenant has no key yet. */
  status: KeyStatus | null;
  form: FormState;
  mayChange: boolean;
}

/** The versions of a tenant's key, their use, and the forms to change them. */
export function KeyringPage({ view, status, form, mayChange }: KeyringProps) {
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
        <BelowFault form={form}>
          <Ring view={view} status={status} mayChange={mayChange} />
          {mayChange ? <KeySettings view={view} form={form} /> : null}
        </BelowFault>
      )}
    </Layout>
  );
}

type RingProps = Pick<KeyringProps, "view" | "mayChange">;

function Ring({ view, status, mayChange }: RingProps & { status: KeyStatus }) {
  const words = keyringWords[view.language];
  return (
    <>
      <section aria-label={words.keyring}>
        <Facts>
          <Fact name={words.version}>{status.currentVersion}</Fact>
          <Fact name={detailNames[view.language]["minEncryptionVersion"]}>
            {status.minEncryptionVersion}
          </Fact>
          <Fact name={words.rotation}>{sayRotation(view, status.autoRotation)}</Fact>
          <MomentFact view={view} name={words.created} at={status.createdAt} />
        </Facts>
      </section>
      <Section id="versions" title={words.versions}>
        <VersionTable view={view} versions={status.versions} mayChange={mayChange} />
      </Section>
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

function VersionTable(props: RingProps & { versions: VersionStatus[] }) {
  const { view, versions, mayChange } = props;
  const words = keyringWords[view.language];
  const frame = frameWords[view.language];
  const say = (value: number) => sayNumber(view.language, value);
  const columns = [
    words.version,
    words.state,
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
          <th scope="row">
            {version.version}
            <small class="below">
              <code>{version.keyId}</code>
            </small>
          </th>
          <td>
            <Badge tone={TONES[version.state]}>
              {versionStateWords[view.language][version.state]}
            </Badge>
            {mayChange ? <VersionPresses view={view} version={version} /> : null}
          </td>
          <td class="number">{version.rootId}</td>
          <td class="number">{say(version.ageDays)}</td>
          <td class="number">{say(version.encryptions)}</td>
          <td class="number">{say(version.decryptions)}</td>
          <MomentCell view={view} at={version.lastDecryptedAt} />
          <td>{version.safeToDisable ? frame.yes : frame.no}</td>
        </tr>
      ))}
    </Table>
  );
}
