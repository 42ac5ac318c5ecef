import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const policyWords = withSpanish(
  {
    title: "Policies",
    create: "Create a policy",
    none: "There is no policy yet",
    lead: "Agents follow the policy of the product until you write one and assign it.",
    name: "Name",
    document: "Document",
    documentHint: "A JSON object. Agents get it as it is.",
    itsAgents: "Agents with this policy",
    interval: "Check-in interval",
    intervalHint: "In seconds, from 10 to 86,400.",
    revision: "Revision",
    revised: "Revised",
    revise: "Write the next revision",
    assign: "Assign",
    role: "Role",
    roleHint: "Empty",
    assigned: "Assignments",
    everyRole: "every role that has no policy of its own",
    takeBack: "Give the policy of the product instead",
    remove: "Delete",
    removeTitle: (name: string) => `Delete “${name}”`,
    removeText: "This is refused while a role, an enrolment code or an agent has the policy.",
  },
  spanish,
  {
    removeTitle: (name: string) => `Eliminar «${name}»`,
  },
);
