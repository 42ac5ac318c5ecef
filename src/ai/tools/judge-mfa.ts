import type { Language } from "../text/guess-language.ts";
import type { Mfa } from "./schemas.ts";
import { gradeOf, type Advice, type Judged } from "./tool.ts";

const LEAST_COVERAGE = 80;
const GOOD_COVERAGE = 95;

export function judgeMfa(data: Mfa, language: Language): Judged {
  const { users, registered, enforced, adminsWithoutMfa } = data;
  // Rounded down, so that a value just below a limit is neither shown nor judged as reaching it.
  const coverage = users === 0 ? 100 : Math.floor((1_000 * enforced) / users) / 10;
  const admins = adminsWithoutMfa.length;
  const status = gradeOf(admins > 0 || coverage < LEAST_COVERAGE, coverage < GOOD_COVERAGE);
  const spanish = language === "es";
  const evidence = spanish
    ? `MFA exigido a ${enforced} de ${users} usuarios (${coverage} %), registrado en ${registered}; administradores sin MFA: ${admins}.`
    : `MFA is enforced for ${enforced} of ${users} users (${coverage} %) and registered for ${registered}; admins without MFA: ${admins}.`;
  return {
    result: {
      tool: "CheckMFACompliance",
      status,
      data: { ...data, coverage },
      evidence,
    },
    advice: status === "ok" ? [] : adviseOn(adminsWithoutMfa, spanish),
  };
}

function adviseOn(admins: string[], spanish: boolean): Advice[] {
  const report: Advice = {
    title: spanish ? "Ver usuarios sin MFA" : "See users without MFA",
    description: spanish
      ? "Lista de usuarios a los que no se exige un segundo factor."
      : "The list of users of whom no second factor is asked.",
    category: "report",
    requiresApproval: false,
    payload: {},
    priority: "medium",
    impact: "medium",
    effort: "low",
    list: "users-without-mfa",
  };
  if (admins.length === 0) return [report];
  return [
    report,
    {
      title: spanish ? "Exigir MFA a los administradores" : "Enforce MFA for admins",
      description: spanish
        ? "Activar la exigencia de MFA para los administradores que no la tienen."
        : "Turn on the MFA requirement for the admins who lack it.",
      category: "enable",
      requiresApproval: true,
      payload: { users: admins },
      priority: "high",
      impact: "high",
      effort: "low",
    },
  ];
}
