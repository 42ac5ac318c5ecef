import * as z from "zod";

const names = z.array(z.string()).nullish();

export const policy = z.object({
  state: z.string(),
  grantControls: z
    .object({
      operator: z.string().nullish(),
      builtInControls: names,
      customAuthenticationFactors: names,
      termsOfUse: names,
      authenticationStrength: z.object({ requirementsSatisfied: z.string().nullish() }).nullish(),
    })
    .nullish(),
  conditions: z.looseObject({
    users: z.looseObject({ includeUsers: names }),
    applications: z.looseObject({ includeApplications: names }).nullish(),
  }),
});

type Policy = z.output<typeof policy>;

/**
 * Whether a policy in force demands a second factor from everybody, for everything, at every sign-in. A
 * policy that names anything else (a risk, a place, a device, an exception) does not.
 */
export function asksEverybody({ state, grantControls, conditions }: Policy): boolean {
  const { users, applications, ...others } = conditions;
  return (
    state === "enabled" &&
    asksFactor(grantControls) &&
    users.includeUsers?.includes("All") === true &&
    applications?.includeApplications?.includes("All") === true &&
    [users, applications, others].every(isOpen)
  );
}

/**
 * Whether its controls demand a second factor. Unless the operator is "AND" any one control is enough,
 * so then all of them must be `mfa`.
 */
function asksFactor(grant: Policy["grantControls"]): boolean {
  const { builtInControls, customAuthenticationFactors, termsOfUse } = grant ?? {};
  const controls = [builtInControls, customAuthenticationFactors, termsOfUse].flatMap(
    (some) => some ?? [],
  );
  const strength = grant?.authenticationStrength?.requirementsSatisfied;
  const asks = strength === "mfa" || controls.includes("mfa");
  return asks && (grant?.operator === "AND" || controls.every((one) => one === "mfa"));
}

/** Whether a condition excludes nothing, and names nothing but "all". */
function isOpen(condition: unknown): boolean {
  if (condition === null || condition === undefined) return true;
  if (Array.isArray(condition)) return condition.length === 0 || condition.some(isAll);
  if (typeof condition !== "object") return condition === "" || condition === "none";
  return Object.entries(condition).every(([name, value]) => {
    if (name.startsWith("@")) return true;
    return name.startsWith("exclude") && Array.isArray(value) ? value.length === 0 : isOpen(value);
  });
}

function isAll(name: unknown): boolean {
  return name === "all" || name === "All";
}
