import { withSpanish } from "../frame/read-words.ts";
import spanish from "./words.es.txt";

export const leakedWords = withSpanish(
  {
    title: "Whose key is this?",
    lead: "Paste a text in which a key or a token was seen: in full, or how it begins. It is neither kept nor logged.",
    text: "Text",
    textHint: "For example rmp_live_ and at least four characters, or an id.",
    find: "Find",
    none: "The text names no key or token that is kept here",
    noneText: "One that was made up, or is gone from here, does not work.",
    found: "Found",
    beside: "Nothing of this is kept, so its links open in another tab.",
    kind: "Kind",
    kinds: { live: "API key", pat: "Access token", svc: "Service key" },
    cut: (most: number) =>
      `The text names more than ${most}. Only the first ${most} were looked up: paste the rest by itself.`,
    name: "Name",
    of: "Of",
    allTenants: "all tenants",
    seen: "What was seen",
    whole: "all of it",
    part: "its id; the rest is not it, or is missing",
    status: "Status",
  },
  spanish,
  {
    kinds: { live: "Clave de API", pat: "Token de acceso", svc: "Clave de servicio" },
    cut: (most: number) =>
      `El texto nombra más de ${most}. Solo se buscaron los primeros ${most}: pegue el resto aparte.`,
  },
);
