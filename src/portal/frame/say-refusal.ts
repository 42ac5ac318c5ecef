import type { Refusal } from "../../http/index.ts";
import { inBoth, type Language } from "./language.ts";

/** Refusals by their stable names; what is not here is said in the words of the API. */
const refusals: Record<Language, Record<string, string>> = inBoth<Record<string, string>>(
  {
    internal_error: "Something went wrong on our side. Try again, or give support the reference.",
    rotation_open: "The last rotation still overlaps; mark it below to end it.",
    version_changed: "Somebody else changed this meanwhile, so nothing of yours was saved.",
  },
  {
    internal_error:
      "Algo falló por nuestra parte. Inténtelo de nuevo o dé la referencia a soporte.",
    not_found: "Esto no existe.",
    permission_denied: "No tiene permiso para hacer esto.",
    tenant_forbidden: "No tiene acceso a ese cliente.",
    cross_site: "Esto debe enviarse desde una página del portal.",
    method_not_allowed: "Esta dirección no admite esa operación.",
    unsupported_media_type: "Esto no admite ese formato.",
    invalid_request: "Hay algo que no encaja. Revise los campos señalados.",
    none_chosen: "Elija al menos un evento.",
    body_too_large: "El formulario es demasiado grande.",
    already_sent: "Este formulario ya se envió. Lo que pedía se hizo una sola vez.",
    api_key_limit: "El cliente ya tiene todas las claves que puede tener.",
    already_replaced: "Esta clave ya fue sustituida; rote la nueva.",
    key_disabled: "Esta clave está desactivada; actívela antes de rotarla.",
    key_expired: "Esta clave ha caducado; dele otro plazo o cree una nueva.",
    key_replaced: "Esta clave ya fue sustituida: su plazo se puede adelantar, no alargar.",
    invite_spent: "Este enlace ya se usó, o su plazo ha terminado.",
    role_not_allowed: "No puede dar ni cambiar una función superior a la suya.",
    last_owner: "Debe quedar al menos un propietario.",
    provider_decides: "Esto lo decide el proveedor de identidad de esta persona. Cámbielo allí.",
    session_ended: "Esta sesión ha terminado. Inicie sesión de nuevo.",
    provider_signs_in: "Quien le da acceso es su proveedor de identidad.",
    passkey_invalid: "La llave de acceso no se pudo comprobar. Inténtelo de nuevo.",
    passkey_needed: "Para añadir una llave necesita una existente, o un enlace nuevo.",
    sign_in_failed: "El proveedor de identidad no confirmó quién es usted. Inténtelo de nuevo.",
    no_place_here:
      "El proveedor de identidad confirmó quién es usted, pero no le da ninguna función o ningún cliente aquí. Pregunte a quien lo administra.",
    issuer_keys_unavailable:
      "Las claves del proveedor de identidad no se pueden leer ahora; inténtelo de nuevo.",
    tenant_exists: "Ya existe un cliente con este identificador.",
    tenant_closed: "Este cliente está cerrado.",
    tenant_inactive: "Este cliente está suspendido o cerrado.",
    unknown_plan: "No existe ese plan.",
    unknown_tenant: "No existe ese cliente.",
    unknown_policy: "El cliente no tiene esa política.",
    dictionary_limit: "El cliente ya tiene todo lo que puede tener en diccionarios.",
    version_changed: "Otra persona cambió esto mientras tanto, así que no se guardó nada.",
    conflict: "Otra persona está cambiando esto; inténtelo de nuevo.",
    webhook_limit: "El cliente ya tiene todos los destinos que puede tener.",
    addresses_misconfigured: "Las llamadas a otros están desactivadas en este entorno.",
    rotation_open: "La última rotación aún se solapa; márquelo abajo para terminarla.",
    encryption_unavailable: "Las claves del cliente no se pueden usar ahora; inténtelo de nuevo.",
    key_not_provisioned: "El cliente todavía no tiene ninguna clave.",
    too_many_entries: "El cliente ya tiene todas las entradas que puede tener.",
    source_exists: "Ya existe una fuente con este identificador.",
    feed_unreachable: "La fuente no respondió.",
    intel_unavailable: "La inteligencia no se puede leer ahora; inténtelo de nuevo.",
    unavailable: "No está disponible ahora; inténtelo de nuevo.",
    overloaded: "Hay demasiado trabajo ahora; inténtelo de nuevo.",
    quota_exhausted: "La cuota del mes está agotada.",
    too_fast: "Demasiadas llamadas seguidas para su plan; espere un momento.",
    missing_scope: "La clave no tiene permiso para ese módulo.",
    rate_limited: "Demasiadas peticiones seguidas; espere un momento.",
    knowledge_full: "El cliente ya tiene todo el texto que puede tener.",
    document_too_large: "El documento es demasiado largo.",
    invalid_document: "El documento no tiene texto que se pueda leer.",
    feedback_agrees: "El veredicto ya decía eso.",
    other_message: "No es el mensaje que se inspeccionó.",
    not_evaluated: "Esta versión no se ha evaluado, o no superó la última evaluación.",
    label_protected: "Alguien acaba de proteger esta etiqueta.",
    second_person_needed: "Otra persona debe estar de acuerdo con este cambio.",
    already_decided: "Esto ya estaba decidido.",
    expired: "El plazo ha terminado.",
    agent_revoked: "Este agente ya está revocado.",
    agent_deregistered: "Este agente ya se dio de baja.",
  },
);

/** What is wrong with a field, as rules say it. The rest is said in general. */
const details: Record<string, string> = {
  "must lie ahead": "Debe estar en el futuro.",
  "must not lie after the end that the key has": "No debe ser posterior al plazo que ya tiene.",
  'must not lie after "until"': "No debe ser posterior al final.",
  "names no plan": "No existe ese plan.",
  "names no tenant": "No existe ese cliente.",
  "names a host that cannot be resolved": "El nombre no se puede resolver.",
  "leads to a private address": "Lleva a una dirección privada.",
  "is no URL": "Debe ser una dirección web.",
  "must begin with https://": "Debe empezar por https://.",
  "must use port 443 or 8443": "Debe usar el puerto 443 u 8443.",
  "must name a host, not an IP address": "Debe nombrar un servidor, no una dirección IP.",
  "must name a host of the public internet": "Debe nombrar un servidor de internet.",
  "must not hold a user or password": "No debe llevar usuario ni contraseña.",
  "must not hold a fragment": "No debe llevar un fragmento (#).",
  "must not be this service": "No debe ser este mismo servicio.",
};

const general = inBoth(
  { fits: "This does not fit. See the note above." },
  { fits: "No encaja. Vea la nota de arriba." },
);

export function sayRefusal(language: Language, { error, message }: Refusal): string {
  return refusals[language][error] ?? message;
}

export function sayDetail(language: Language, message: string): string {
  if (message === "" || language === "es") return details[message] ?? general[language].fits;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
