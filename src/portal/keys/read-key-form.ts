import { minuteOf } from "../../platform/index.ts";
import { FormState } from "../frame/form.ts";
import type { ApiKey } from "../../tenants/api-keys/answers.ts";

/** The fields of the form as the schema of a key takes them. */
export function readKeyForm(form: FormState) {
  return {
    name: form.value("name"),
    scopes: form.values("scopes"),
    allowedAddresses: form.lines("allowedAddresses"),
    note: form.given("note") ?? null,
    monthlyCap: form.number("monthlyCap") ?? null,
    expiresAt: form.time("expiresAt"),
  };
}

export function fillKeyForm(apiKey: ApiKey): FormState {
  const data = new URLSearchParams({
    name: apiKey.name,
    allowedAddresses: apiKey.allowedAddresses.join("\n"),
    note: apiKey.note ?? "",
    monthlyCap: String(apiKey.monthlyCap ?? ""),
    expiresAt: apiKey.expiresAt === null ? "" : minuteOf(Date.parse(apiKey.expiresAt)),
  });
  for (const scope of apiKey.scopes) data.append("scopes", scope);
  return new FormState(data).opened();
}
