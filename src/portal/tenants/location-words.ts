import { LOCATIONS, type Location } from "../../tenants/locations.ts";
import type { Language } from "../frame/language.ts";
import { readWords } from "../frame/read-words.ts";
import locations from "./locations.txt";

const words = readWords<Location>(locations);

export function sayLocation(location: Location, language: Language): string {
  return words[language][location];
}

/** The choices for the location of a tenant's objects. */
export function locationsIn(language: Language) {
  return LOCATIONS.map((value) => ({ value, label: words[language][value] }));
}
