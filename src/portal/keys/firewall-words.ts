import type { EXPORT_SCOPES } from "../../intel/exports/scopes.ts";
import { inBoth, sideBySide } from "../frame/language.ts";

export type ListFile = Extract<keyof typeof EXPORT_SCOPES, `/exports/${string}`>;

export const firewallWords = inBoth(
  {
    title: "Lists for a firewall or a DNS server",
    user: "It fetches them itself, by HTTP Basic: the user is",
    password:
      ", the password an API key with the scope that stands beside the list. That takes one unit, and none while the list is as it was.",
  },
  {
    title: "Listas para un cortafuegos o un servidor DNS",
    user: "Las descarga él mismo, por HTTP Basic: el usuario es",
    password:
      ", y la contraseña, una clave de API con el permiso que está junto a la lista. Gasta una unidad, y ninguna mientras la lista siga igual.",
  },
);

export const fileWords = sideBySide<ListFile>({
  "/exports/ip.txt": ["Addresses and blocks", "Direcciones IP y bloques"],
  "/exports/domain.txt": ["Domains", "Dominios"],
  "/exports/url.txt": ["Web addresses (URL)", "Direcciones web (URL)"],
  "/exports/rpz.zone": ["Response policy zone (RPZ)", "Zona de políticas de respuesta (RPZ)"],
});
