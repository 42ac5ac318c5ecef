import { inBoth } from "../frame/language.ts";

/** What each does; what each is called stands in the audit log's words. */
export const settingsWords = inBoth(
  {
    title: "Fleet settings",
    lead: "How the agents of this tenant are treated. A change counts within 15 seconds.",
    requireNewKey:
      "An agent that renews its certificate must make a new key; one that comes with an old key is refused.",
    lockOnConflict:
      "An agent is revoked as soon as two machines seem to use its identity. Otherwise it works on, and is marked as a conflict.",
    certificateDays: (least: string, most: string) =>
      `How long a certificate counts that is issued from now on: from ${least} to ${most} days.`,
    renewBefore:
      "In UTC. Certificates issued before it are to be renewed by then, as after a change of the CA. Empty: each in its own time.",
    intervalPercent: (least: string, most: string) =>
      `How far check-in intervals are stretched, and with them how long an agent may be silent: from ${least} to ${most}. At 100 they are as the policies say.`,
  },
  {
    title: "Ajustes de la flota",
    lead: "Cómo se trata a los agentes de este cliente. Un cambio vale en 15 segundos.",
    requireNewKey:
      "Un agente que renueva su certificado debe crear una clave nueva; con una anterior se le rechaza.",
    lockOnConflict:
      "Un agente se revoca en cuanto dos máquinas parecen usar su identidad. Si no, sigue trabajando, marcado como conflicto.",
    certificateDays: (least: string, most: string) =>
      `Cuánto vale un certificado emitido desde ahora: de ${least} a ${most} días.`,
    renewBefore:
      "En UTC. Los certificados emitidos antes se renuevan para entonces, como tras un cambio de CA. Vacío: cada uno a su tiempo.",
    intervalPercent: (least: string, most: string) =>
      `Cuánto se alargan los intervalos de contacto y, con ellos, el silencio que se permite a un agente: de ${least} a ${most}. Con 100 son los de las políticas.`,
  },
);
