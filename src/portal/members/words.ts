import type { Role } from "../../access/permissions.ts";
import { accountWords } from "../account/words.ts";
import { inBoth, sideBySide } from "../frame/language.ts";
import type { View } from "../frame/view.ts";

const memberWords = inBoth(
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
  {
    title: "Miembros",
    lead: "Quién puede entrar aquí y qué puede hacer cada uno.",
    invite: "Invitar a alguien",
    inviteText: "Recibirá un enlace para entregar.",
    linkLife: "Inicia sesión una sola vez, en 24 horas.",
    name: "Nombre",
    nameHint: "Como lo conocen sus colegas. Como mucho 120 caracteres.",
    role: "Rol",
    roleHint:
      "Cada uno puede todo lo que puede el anterior: el lector lee; el analista juzga inspecciones y pregunta al asistente; el operador lleva la flota, las listas, los diccionarios, los documentos y los webhooks; el administrador de seguridad crea claves, tokens y prompts; el propietario, todo lo demás.",
    you: "usted",
    withdrawn: "su proveedor de identidad ya no le deja entrar; sus tokens no valen",
    seen: "Última visita",
    since: "Miembro desde",
    none: "Todavía no hay ningún miembro",
    noneText: "Invite al primero.",
    linkTitle: "Un enlace para entregar",
    linkText: (name: string) => `Entréguelo a ${name} por un medio que solo esa persona lea.`,
    linkLabel: "Enlace de acceso",
    manage: (name: string) => `Gestionar a ${name}`,
    changeRole: "Cambiar el rol",
    recover: "Crear un enlace nuevo",
    recoverText:
      "Para quien perdió el acceso: cierra todas sus sesiones y quita sus llaves y los enlaces anteriores.",
    tokensStay: "Sus tokens de acceso siguen hasta que se revoquen.",
    endAll: "Cerrar todas las sesiones",
    endAllText: "También quita sus llaves. Para volver a entrar está su proveedor de identidad.",
    remove: "Quitar del cliente",
    removeText:
      "Ya no podrá entrar, y sus tokens de acceso dejan de valer aquí, en 15 segundos como mucho. Las claves de API, los destinos de webhooks y los códigos de alta que creó siguen: repase lo que hizo.",
    toMembers: "Volver a la lista",
    sessions: "Sesiones abiertas",
    passkeys: "Llaves de acceso",
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
