import type { Role } from "../../access/permissions.ts";
import { accountWords } from "../account/words.ts";
import { inBoth, sideBySide } from "../frame/language.ts";
import type { View } from "../frame/view.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

const memberWords = withSpanish(
  {
    title: "Members",
    lead: "Who may sign in here, and what each of them may do.",
    invite: "Invite somebody",
    inviteText: "You get a link to pass on.",
    linkLife: "It signs in once, within 24 hours.",
    name: "Name",
    nameHint: "As colleagues know them. At most 120 characters.",
    role: "Role",
    roleHint:
      "Each may do all that the one before it may: a viewer reads; an analyst judges inspections and asks the assistant; an operator runs the fleet, lists, dictionaries, documents and webhooks; a security admin makes keys, tokens and prompts; an owner does all else.",
    you: "you",
    withdrawn: "their identity provider lets them in no more; their tokens do not count",
    seen: "Last here",
    since: "Member since",
    none: "There is no member yet",
    noneText: "Invite the first one.",
    searchHint: "A part of the name, or the whole id.",
    linkTitle: "A link to pass on",
    linkText: (name: string) => `Give it to ${name} by a way that only they read.`,
    linkLabel: "Sign-in link",
    manage: (name: string) => `Manage ${name}`,
    changeRole: "Change the role",
    recover: "Make a new link",
    recoverText:
      "For somebody who lost the way in: ends all their sessions, removes their passkeys and older links.",
    tokensStay: "Their access tokens stay until they are revoked.",
    endAll: "End all sessions",
    endAllText: "Removes their passkeys as well. Their identity provider signs them in again.",
    remove: "Remove from the tenant",
    removeText:
      "They come in no more, and their access tokens end here; it binds within 15 seconds. API keys, webhook endpoints and enrolment codes that they made stay: look through what they did.",
    toMembers: "Back to the list",
    sessions: "Open sessions",
    passkeys: "Passkeys",
    tokens: accountWords.en.tokens,
  },
  spanish,
  {
    linkText: (name: string) => `Entréguelo a ${name} por un medio que solo esa persona lea.`,
    manage: (name: string) => `Gestionar a ${name}`,
    tokens: accountWords.es.tokens,
  },
);

/** Words that are different for operators. */
const operatorWords = inBoth(
  {
    title: "Operators",
    remove: "Remove the operator",
    removeText: "They come in no more, and their tokens end; it binds within 15 seconds.",
  },
  {
    title: "Operadores",
    remove: "Quitar al operador",
    removeText: "Ya no podrá entrar, y sus tokens terminan, en 15 segundos como mucho.",
  },
);

export function teamWords({ language, tenantId }: Pick<View, "language" | "tenantId">) {
  return { ...memberWords[language], ...(tenantId === undefined ? operatorWords[language] : {}) };
}

export const roleWords = sideBySide<Role>({
  viewer: ["viewer", "lector"],
  analyst: ["analyst", "analista"],
  operator: ["operator", "operador"],
  "security-admin": ["security admin", "administrador de seguridad"],
  owner: ["owner", "propietario"],
});
