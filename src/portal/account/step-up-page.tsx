import { FormFault } from "../frame/form-fault.tsx";
import type { FormState } from "../frame/form.ts";
import { Layout } from "../frame/layout.tsx";
import type { View } from "../frame/view.ts";
import { PasskeyForm } from "./passkey-form.tsx";
import { Fields, WaitingForm, type Wanted } from "./waiting-form.tsx";
import { accountWords } from "./words.ts";

interface StepUpProps {
  view: View;
  form: FormState;
  wanted: Wanted;
  /** Whether a form was sent and waits for the proof. */
  waits: boolean;
  /** Null for somebody without a passkey. */
  options: object | null;
}

export function StepUpPage({ view, form, wanted, waits, options }: StepUpProps) {
  const words = accountWords[view.language];
  return (
    <Layout view={view} title={words.stepTitle}>
      <h1>{words.stepTitle}</h1>
      <section aria-label={words.stepTitle}>
        <FormFault form={form} />
        {options === null ? (
          <FirstPasskey view={view} wanted={waits ? wanted : undefined} />
        ) : (
          <>
            <p>
              {words.stepText} {waits ? words.stepKept : null}
            </p>
            <PasskeyForm
              view={view}
              action={wanted.action}
              ceremony="get"
              options={options}
              label={words.stepButton}
            >
              <Fields wanted={wanted} />
            </PasskeyForm>
          </>
        )}
      </section>
    </Layout>
  );
}

/** Leads to the first passkey. If a form waits in this tab, it opens in another. */
function FirstPasskey({ view, wanted }: { view: View; wanted: Wanted | undefined }) {
  const words = accountWords[view.language];
  const beside = wanted === undefined ? {} : { target: "_blank", rel: "noopener" };
  return (
    <>
      <p>{words.stepFirst}</p>
      <p>
        <a class="button primary" href="/portal/account" {...beside}>
          {words.add}
        </a>
      </p>
      {wanted === undefined ? null : (
        <WaitingForm view={view} wanted={wanted} label={words.stepSend}>
          {words.stepKept}
        </WaitingForm>
      )}
    </>
  );
}
