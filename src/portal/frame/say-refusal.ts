import type { Refusal } from "../../http/index.ts";
import { inBoth, type Language } from "./language.ts";

/** Refusals by their stable names. Others are said in the words of the API. */
const refusals: Record<Language, Record<string, string>> = inBoth<Record<string, string>>(
  {
    already_sent:
      "This form was sent already, and what it asked for was done once. If that made a key, a code or a link that you have not seen, make it anew: it is not shown twice.",
    end_unknown:
      "This form was sent already, and nobody knows whether it was done or is under way. Look before you open it anew.",
    body_too_large:
      "What you sent is too large, so nothing of it was saved. Go back, where your browser may still have it, and make it shorter.",
    internal_error: "Something went wrong on our side. Try again, or give support the reference.",
    permission_denied:
      "Your role does not allow this. Whoever gave you access here can give you another role.",
    rotation_open: "The last rotation still overlaps; mark it below to end it.",
    version_changed:
      "Somebody else changed this meanwhile, so nothing of yours was saved yet. Save again, and this form counts as you see it.",
  },
  {
    internal_error:
      "Algo falló por nuestra parte. Inténtelo de nuevo o dé la referencia a soporte.",
    not_found: "Esto no existe.",
    permission_denied: "Su rol no permite esto. Quien le dio acceso aquí puede darle otro.",
    tenant_forbidden: "No tiene acceso a ese cliente.",
    cross_site: "Esto debe enviarse desde una página del portal.",
    method_not_allowed: "Esta dirección no admite esa operación.",
    unsupported_media_type: "Esto no admite ese formato.",
    invalid_request: "Lo que se envió no es válido.",
    no_agents_ticked: "Marque al menos un agente.",
    none_chosen: "Elija al menos un evento.",
    body_too_large:
      "Lo que envió es demasiado grande, así que no se guardó nada. Vuelva atrás, donde puede que su navegador lo conserve, y acórtelo.",
    already_sent:
      "Este formulario ya se envió, y lo que pedía se hizo una sola vez. Si creó una clave, un código o un enlace que no ha visto, créelo de nuevo: no se muestra dos veces.",
    end_unknown:
      "Este formulario ya se envió, y no se sabe si se hizo o sigue en curso. Compruébelo antes de abrirlo de nuevo.",
    other_sender: "Este formulario lo abrió otra persona; no se hizo nada. Ábralo de nuevo.",
    bulk_limit: "Hay demasiadas órdenes en curso; espere a que termine una o cancélela.",
    selection_changed:
      "Ahora coincide otro número de agentes, así que no se pidió nada. Mire el número y confirme de nuevo.",
    api_key_limit: "No caben más claves: elimine las que no use.",
    already_replaced: "Esta clave ya fue sustituida; rote la nueva.",
    key_disabled: "Esta clave está desactivada; actívela antes de rotarla.",
    key_expired: "Esta clave ha caducado; dele otro plazo o cree una nueva.",
    key_replaced: "Esta clave ya fue sustituida: su plazo se puede adelantar, no alargar.",
    invite_spent: "Este enlace ya se usó, o su plazo ha terminado.",
    last_operator: "Debe quedar un operador, y un propietario si lo hay.",
    last_owner: "Debe quedar al menos un propietario.",
    provider_decides: "Esto lo decide el proveedor de identidad de esta persona. Cámbielo allí.",
    session_ended: "Esta sesión ha terminado. Inicie sesión de nuevo.",
    provider_signs_in: "Quien le da acceso es su proveedor de identidad.",
    passkey_limit: "Ya tiene todas las llaves de acceso que puede tener; quite una antes.",
    passkey_invalid: "La llave de acceso no se pudo comprobar. Inténtelo de nuevo.",
    passkey_needed: "Para añadir una llave necesita una existente, o un enlace nuevo.",
    sign_in_failed: "El proveedor de identidad no confirmó quién es usted. Inténtelo de nuevo.",
    no_place_here:
      "El proveedor de identidad confirmó quién es usted, pero no le da ningún rol o ningún cliente aquí. Pregunte a quien lo administra.",
    issuer_keys_unavailable:
      "Las claves del proveedor de identidad no se pueden leer ahora; inténtelo de nuevo.",
    tenant_exists: "Ya existe un cliente con este identificador.",
    tenant_erased: "Los datos de este cliente se borran; ya no se puede cambiar ni abrir.",
    tenant_not_closed: "Solo se borra lo que dejó un cliente cerrado; ciérrelo antes.",
    erasure_not_found: "Nadie ha pedido borrar los datos de este cliente.",
    tenant_closed: "Este cliente está cerrado y no recibe nada nuevo.",
    tenant_inactive: "Este cliente está suspendido o cerrado.",
    unknown_plan: "No existe ese plan.",
    unknown_tenant: "No existe ese cliente.",
    unknown_policy: "El cliente no tiene esa política.",
    policy_in_use:
      "El cliente, un rol, un código de alta o un agente tiene esta política; deles otra antes.",
    dictionary_limit: "No cabe más en los diccionarios: elimine o acorte los que no use.",
    version_changed:
      "Otra persona cambió esto mientras tanto, así que todavía no se ha guardado nada suyo. Guarde de nuevo y valdrá este formulario tal como lo ve.",
    conflict: "Otra persona está cambiando esto; inténtelo de nuevo.",
    credential_limit: "No caben más credenciales: revoque las que no use.",
    people_limit: "No caben más personas: quite a las que ya no entren.",
    policy_limit: "No caben más políticas: elimine las que no use.",
    role_limit: "No caben más roles con política propia; cambie la de otro.",
    enrollment_code_limit: "No caben más códigos de alta: revoque los que no use.",
    webhook_limit: "No caben más destinos: elimine los que no use.",
    endpoint_inactive: "Este destino no está activo; actívelo antes.",
    addresses_misconfigured:
      "Un ajuste erróneo desactiva las llamadas a otros; avise a un operador.",
    rotation_open: "La última rotación aún se solapa; márquelo abajo para terminarla.",
    encryption_unavailable: "Las claves del cliente no se pueden usar ahora; inténtelo de nuevo.",
    key_version_current: "Con la versión actual se cifra; antes rote la clave.",
    key_version_destroyed: "Esta versión ya se destruyó.",
    key_version_in_use: "Solo se destruye una versión desactivada hace más de 15 segundos.",
    key_version_not_found: "La clave no tiene esa versión; rótela antes de subir la mínima.",
    rotation_limit: "La clave ya se rotó demasiadas veces en la última hora.",
    key_not_provisioned: "El cliente todavía no tiene ninguna clave.",
    too_many_entries: "No caben más entradas: quite las que no use.",
    source_exists: "Ya existe una fuente con este identificador.",
    feed_unreachable: "La fuente no respondió.",
    intel_unavailable: "La inteligencia no se puede leer ahora; inténtelo de nuevo.",
    unavailable: "No está disponible ahora; inténtelo de nuevo.",
    overloaded: "Hay demasiado trabajo ahora; inténtelo de nuevo.",
    quota_exhausted: "La cuota del mes está agotada.",
    key_cap_reached: "Esta clave ha gastado las unidades que puede gastar al mes.",
    too_fast: "Demasiadas llamadas seguidas para su plan; espere un momento.",
    missing_scope: "La clave no tiene permiso para ese módulo.",
    rate_limited: "Demasiadas peticiones seguidas; espere un momento.",
    knowledge_full: "No cabe más texto: elimine documentos que no use.",
    document_too_large: "El documento es demasiado largo.",
    invalid_document: "El documento no tiene texto que se pueda leer.",
    unsupported_document:
      "Un archivo así no se lee aquí, o no es lo que dice su nombre; puede que falte Workers AI.",
    document_refused: "De este archivo no se puede extraer texto.",
    conversion_unavailable:
      "Ahora no se extrae texto de archivos y no se guardó nada; inténtelo de nuevo.",
    ai_rate_limited: "Demasiadas llamadas a modelos; espere un momento.",
    budget_exhausted: "El presupuesto de IA del mes está agotado.",
    feedback_agrees: "El veredicto ya decía eso.",
    other_message: "No es el mensaje que se inspeccionó.",
    builtin_document: "Las páginas propias del producto no se pueden eliminar.",
    not_evaluated: "Esta versión no se ha evaluado, o no superó la última evaluación.",
    label_protected: "Alguien acaba de proteger esta etiqueta.",
    second_person_needed: "Otra persona debe estar de acuerdo con este cambio.",
    not_yours: "Solo puede decidirlo la persona a quien se le propuso.",
    policy_changed: "Las reglas cambiaron; hágalo proponer de nuevo.",
    payload_changed: "No es lo que se propuso; hágalo proponer de nuevo.",
    already_decided: "Esto ya estaba decidido.",
    expired: "El plazo ha terminado.",
    agent_revoked: "Este agente ya está revocado.",
    agent_deregistered: "Este agente ya se dio de baja.",
  },
);

export function sayRefusal(
  language: Language,
  { error, message }: Pick<Refusal, "error" | "message">,
): string {
  return refusals[language][error] ?? message;
}
