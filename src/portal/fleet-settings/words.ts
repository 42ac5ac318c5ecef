import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

/** What each setting does. Its name is in the words of the audit log. */
export const settingsWords = withSpanish(
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
  spanish,
);
