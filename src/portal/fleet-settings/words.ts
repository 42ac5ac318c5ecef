import { inBoth } from "../frame/language.ts";

/** What each setting does. Its name is in the words of the audit log. */
export const settingsWords = inBoth(
  {
    lead: "A change counts within 15 seconds.",
    certificateDays: "For certificates issued from now on, from 1 to 90.",
    renewBefore: "In UTC. Certificates issued before it are due by then. Empty: each in its time.",
    requireNewKey: "An agent that renews its certificate with an old key is refused.",
    intervalPercent:
      "Stretches check-ins, and the silence allowed, from 10 to 10,000. At 100 it is as policies say.",
    lockOnConflict:
      "An agent is revoked once two machines seem to use its identity. Otherwise it works on, marked.",
  },
  {
    lead: "Los cambios surten efecto en 15 segundos.",
    certificateDays: "Para los certificados que se emitan desde ahora, de 1 a 90.",
    renewBefore:
      "En UTC. Los certificados emitidos antes se renuevan para entonces. Vacío: cada uno a su tiempo.",
    requireNewKey: "Se rechaza al agente que renueva su certificado con una clave anterior.",
    intervalPercent:
      "Alarga los contactos, y el silencio permitido, de 10 a 10.000. Con 100, según las políticas.",
    lockOnConflict:
      "Un agente se revoca en cuanto dos máquinas parecen usar su identidad. Si no, sigue trabajando, marcado.",
  },
);
