import { inBoth, type Language } from "../frame/language.ts";
import { sectionNames } from "../frame/navigation.tsx";
import { sayKnown } from "../frame/say-known.ts";
import { accountWords } from "./words.ts";

/** Sections of the portal by what a permission calls them. */
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

/** What is opened, by the name of its section, and for what. */
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
