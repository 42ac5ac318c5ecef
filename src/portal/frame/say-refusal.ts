import type { Refusal } from "../../http/index.ts";
import { inBoth, type Language } from "./language.ts";

/** Refusals by their stable names; what is not here is said in the words of the API. */
const words: Record<Language, Record<string, string>> = inBoth<Record<string, string>>(
  {},
  {
    not_found: "Esto no existe.",
    permission_denied: "No tiene permiso para hacer esto.",
    tenant_forbidden: "No tiene acceso a ese cliente.",
    cross_site: "Esto debe enviarse desde una página del portal.",
    method_not_allowed: "Esta dirección no admite esa operación.",
    invalid_request: "Hay algo que no encaja. Revise los campos señalados.",
    body_too_large: "El formulario es demasiado grande.",
    api_key_limit: "El cliente ya tiene todas las claves que puede tener.",
    already_replaced: "Esta clave ya fue sustituida; rote la nueva.",
    invite_spent: "Este enlace ya se usó, o su plazo ha terminado.",
    tenant_exists: "Ya existe un cliente con este identificador.",
    unknown_plan: "No existe ese plan.",
    unknown_tenant: "No existe ese cliente.",
    unknown_policy: "El cliente no tiene esa política.",
    dictionary_limit: "El cliente ya tiene todo lo que puede tener en diccionarios.",
    version_changed: "Otra persona cambió esto mientras tanto. Abra la página de nuevo.",
    conflict: "Otra persona está cambiando esto; inténtelo de nuevo.",
    last_owner: "Debe quedar al menos un propietario.",
    passkey_invalid: "La llave de acceso no se pudo comprobar. Inténtelo de nuevo.",
    passkey_needed: "Para añadir una llave necesita una existente, o un enlace nuevo.",
  },
);

export function sayRefusal(language: Language, { error, message }: Refusal): string {
  return words[language][error] ?? message;
}
