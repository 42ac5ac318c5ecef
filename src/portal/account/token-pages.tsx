import { PERMISSIONS, PERMISSIONS_OF, ROLES } from "../../access/permissions.ts";
import type { SignedIn } from "../../access/sessions/index.ts";
import { Checks, Choice, Field } from "../frame/fields.tsx";
import type { FormState } from "../frame/form.ts";
import { FormPage } from "../frame/form-page.tsx";
import type { View } from "../frame/view.ts";
import { NameField } from "../keys/form-pages.tsx";
import { roleWords } from "../members/words.ts";
import { sayPermission } from "./permission-words.ts";
import { accountWords } from "./words.ts";

export const TOKENS = "/portal/account/tokens";
export const NEW_TOKEN = `${TOKENS}/new`;

interface FormProps {
  view: View;
  who: SignedIn;
  form: FormState;
}

/** The form of a new token. It offers only the permissions that its reader holds. */
export function TokenFormPage({ view, who, form }: FormProps) {
  const words = accountWords[view.language];
  const may = PERMISSIONS.filter((each) => who.permissions.has(each));
  const roles = ROLES.filter((role) => PERMISSIONS_OF[role].every((each) => may.includes(each)));
  const options = roles.map((value) => ({ value, label: roleWords[view.language][value] }));
  return (
    <FormPage
      view={view}
      title={words.makeToken}
      form={form}
      label={words.makeToken}
      above={{ href: TOKENS, name: words.tokens }}
    >
      <NameField view={view} form={form} />
      <Choice
        form={form}
        name="role"
        label={words.mayRole}
        options={[{ value: "", label: "–" }, ...options]}
      />
      <Checks
        form={form}
        name="permissions"
        label={words.permissions}
        options={may.map((value) => ({
          value,
          label: sayPermission(view.language, value),
          isCode: true,
        }))}
      />
      {who.reach.length === 1 ? null : (
        <Field form={form} name="tenants" label={words.tenants} hint={words.tenantsHint} />
      )}
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
