import { LOCATIONS, type Location } from "../../tenants/locations.ts";
import { inBoth, type Language } from "../frame/language.ts";

const words = inBoth<Record<Location, string>>(
  {
    wnam: "Western North America",
    enam: "Eastern North America",
    sam: "South America",
    weur: "Western Europe",
    eeur: "Eastern Europe",
    apac: "Asia and the Pacific",
    "apac-ne": "North-east Asia",
    "apac-se": "South-east Asia",
    oc: "Oceania",
    afr: "Africa",
    me: "Middle East",
  },
  {
    wnam: "Oeste de Norteamérica",
    enam: "Este de Norteamérica",
    sam: "Sudamérica",
    weur: "Europa occidental",
    eeur: "Europa oriental",
    apac: "Asia y el Pacífico",
    "apac-ne": "Noreste de Asia",
    "apac-se": "Sudeste de Asia",
    oc: "Oceanía",
    afr: "África",
    me: "Oriente Medio",
  },
);

export function sayLocation(location: Location, language: Language): string {
  return words[language][location];
}

/** The choices for the location of a tenant's objects. */
export function locationsIn(language: Language) {
  return LOCATIONS.map((value) => ({ value, label: words[language][value] }));
}
