import type { Module } from "../../tenants/gate/modules.ts";
import { sideBySide } from "../frame/language.ts";

/** What each module is about, for whoever does not call it by its name in the API. */
export const moduleWords = sideBySide<Module>({
  urlsearch: ["Web addresses", "Direcciones web"],
  ipsearch: ["IP addresses", "Direcciones IP"],
  dnssearch: ["Domain names", "Nombres de dominio"],
  darkweb: ["Breaches", "Filtraciones"],
  antispam: ["Messages", "Mensajes"],
});
