import type { VersionStatus } from "../../encryption/key-answers.ts";
import { AskFirst } from "../frame/ask-first.tsx";
import { Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { OpenedMark } from "../frame/refuse-changed.tsx";
import { PostForm } from "../frame/post-form.tsx";
import type { View } from "../frame/view.ts";
import { frameWords } from "../frame/words.ts";
import { detailNames } from "../audit/detail-words.ts";
import { keyWords } from "../keys/words.ts";
import { keyringWords } from "./words.ts";
import { Section } from "../frame/parts.tsx";

const SETTINGS = ["afterDays", "afterEncryptions", "minEncryptionVersion"];

interface SettingsProps {
  view: View;
  form: FormState;
}

/** The forms about the key as a whole. */
export function KeySettings({ view, form }: SettingsProps) {
  const words = keyringWords[view.language];
  const path = pathOf(view);
  return (
    <>
      <Section id="rotate" title={words.rotate}>
        <p>{words.rotateText}</p>
        <PostForm view={view} action={`${path}/rotate`}>
          <button type="submit">{words.rotate}</button>
        </PostForm>
      </Section>
      <Section id="settings" title={words.rotation}>
        <PostForm view={view} action={`${path}/settings`} labels={form}>
          <OpenedMark form={form} />
          {SETTINGS.map((name) => (
            <Field
              form={form}
              name={name}
              type="number"
              min={1}
              label={detailNames[view.language][name] ?? name}
              hint={name === "minEncryptionVersion" ? undefined : words.empty}
            />
          ))}
          <button type="submit" class="primary">
            {frameWords[view.language].save}
          </button>
        </PostForm>
      </Section>
    </>
  );
}

/** The buttons of one version; the active one and a destroyed one have none of their own. */
export function VersionPresses({ view, version }: { view: View; version: VersionStatus }) {
  const words = { ...keyWords[view.language], ...keyringWords[view.language] };
  const path = `${pathOf(view)}/versions/${version.version}`;
  const name = `${words.version} ${version.version}`;
  if (version.state === "decrypt_only") {
    const [label, text] = [words.disable, words.disableText];
    return <AskFirst view={view} action={`${path}/disable`} {...{ label, name, text }} />;
  }
  if (version.state !== "disabled") return null;
  const [label, text] = [words.destroy, words.destroyText];
  return (
    <>
      <PostForm view={view} action={`${path}/enable`}>
        <button type="submit" class="small" aria-label={`${words.enable} ${name}`}>
          {words.enable}
        </button>
      </PostForm>
      <AskFirst view={view} action={`${path}/destroy`} {...{ label, name, text }} />
    </>
  );
}

export function pathOf({ tenantId }: View): string {
  return `/portal/t/${tenantId}/keyring`;
}
