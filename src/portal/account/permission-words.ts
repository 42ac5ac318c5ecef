import { inBoth, type Language } from "../frame/language.ts";
import { sectionNames } from "../frame/navigation.tsx";
import { sayKnown } from "../frame/say-known.ts";
import { accountWords } from "./words.ts";

/**
 * The section of the portal that a permission opens, if it has another name than the permission.
 */
const SECTIONS: Readonly<Record<string, string>> = {
  enrollment: "codes",
  events: "dead-letters",
  dict: "dictionaries",
  intel: "lists",
  encryption: "keyring",
};

const verbs: Record<Language, Record<string, string>> = inBoth(
  {
    read: "read",
    "read-all": "read (all tenants)",
    write: "change",
    use: "ask",
    voice: "by voice",
    test: "try",
    admin: "administer",
  },
  {
    read: "leer",
    "read-all": "leer (todos los clientes)",
    write: "cambiar",
    use: "preguntar",
    voice: "por voz",
    test: "probar",
    admin: "administrar",
  },
);

/** A permission in words: the name of its section, and what it allows there. */
export function sayPermission(language: Language, permission: string): string {
  const [area = "", verb = ""] = permission.split(":");
  const names: Record<string, string> = {
    ai: language === "es" ? "IA" : "AI",
    ...sectionNames[language],
    tokens: accountWords[language].tokens,
  };
  const section = sayKnown(SECTIONS, area);
  return `${sayKnown(names, section)}: ${sayKnown(verbs[language], verb)}`;
}
