import type { Erasure } from "../../tenants/erasure/schemas.ts";
import { inBoth, sideBySide, type Language } from "../frame/language.ts";
import { sectionNames } from "../frame/navigation.tsx";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./erasure-words.es.txt";

type ErasedKind = keyof Erasure["erased"];
type Kept = Erasure["kept"][number];
type KeptKind = Kept["kind"];

export const erasureWords = withSpanish(
  {
    title: "Erase this tenant's data",
    lead: "For a customer who asks for it at the end of the contract.",
    ask: "Erase for good",
    text: "Nobody is let in for this tenant any more, and it cannot be opened again. A minute later its keys are destroyed and its data is deleted. Nobody can take that back.",
    confirm: (id: string) => `Type ${id} to confirm`,
    erase: "Erase this tenant's data",
    state: "State",
    askedAt: "Asked for",
    askedBy: "By",
    failure: "What holds it up",
    endedAt: "Done",
    history: "The platform's history ends",
    erased: "Erased so far",
    what: "What",
    count: "How many",
    kept: "What is kept",
  },
  spanish,
  {
    confirm: (id: string) => `Escriba ${id} para confirmar`,
  },
);

export const erasureStates = sideBySide<Erasure["state"]>({
  waiting: ["waiting", "en espera"],
  running: ["running", "en curso"],
  done: ["done", "terminado"],
});

const otherKinds = inBoth(
  {
    credentials: "Keys, tokens and sign-ins",
    events: "Events",
    assistant: "Settings and actions of the assistant",
    decrypt_trail: "Files of the trail of decrypts",
    key_uses: "Last uses of keys",
  },
  {
    credentials: "Claves, tokens y accesos",
    events: "Eventos",
    assistant: "Ajustes y acciones del asistente",
    decrypt_trail: "Archivos del rastro de descifrados",
    key_uses: "Últimos usos de claves",
  },
);

type Sections = (typeof sectionNames)["en"];
type Others = (typeof otherKinds)["en"];

/** Kinds that have the name of a section. */
const SECTION_OF: Readonly<Record<Exclude<ErasedKind, keyof Others>, keyof Sections>> = {
  people: "members",
  encryption_keys: "keyring",
  agents: "collectors",
  enrollment_codes: "codes",
  policies: "policies",
  webhooks: "webhooks",
  documents: "documents",
  prompts: "prompts",
  inspections: "inspections",
  dictionaries: "dictionaries",
  lists: "lists",
};

export function sayErased(language: Language, kind: ErasedKind): string {
  const others = otherKinds[language];
  return kind in others
    ? others[kind as keyof Others]
    : sectionNames[language][SECTION_OF[kind as keyof typeof SECTION_OF]];
}

/** What is kept, in Spanish; the English words are those of the API. */
const spanishKept: Record<KeptKind, string> = {
  tenant: "El identificador, para que nadie más lo reciba nunca; el nombre ya no está.",
  usage: "Los meses de uso, en los que se basan las facturas.",
  ai_calls:
    "El libro de llamadas de IA, en el que se basan las facturas: sumas e identificadores de usuarios, ningún texto.",
  audit_log: "El registro de auditoría, al que solo se puede añadir.",
  spoken_audio: "Las respuestas habladas que el borde aún tenga, un día como mucho.",
  platform_history: "Lo que la plataforma podría restaurar, durante 30 días.",
};

export function sayKept(language: Language, { kind, reason }: Kept): string {
  return language === "es" ? spanishKept[kind] : reason;
}
