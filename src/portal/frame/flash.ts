import type { Context } from "hono";
import { clearCookie, readCookie, writeCookie } from "./cookie.ts";
import { inBoth } from "./language.ts";

const NAME = "flash";
const LIFE_SECONDS = 60;

/**
 * What a page says after a successful change. Only the name is in the cookie, so it holds no
 * secret.
 */
export const flashWords = inBoth(
  {
    saved: "Saved.",
    awaited: "Asked for. It counts when a second person agrees.",
    created: "Created.",
    deleted: "Deleted.",
    disabled: "Disabled. It stops everywhere within 15 seconds.",
    enabled: "Enabled.",
    revoked: "Revoked.",
    assigned: "Assigned. Agents hear of it at their next check-in.",
    resolved: "The conflict is resolved.",
    replayed: "Sent back into the queue.",
    pinged: "A ping is on its way. Load this page again to see the answer.",
    paused: "Paused. What comes meanwhile is sent by: Send a period again.",
    resumed: "Enabled. To send what came meanwhile: Send a period again.",
    noneDue: "There is nothing to send of that time.",
    passkeyAdded: "Passkey added.",
    signedOut: "You are signed out.",
    erasing: "Asked for. It begins within two minutes.",
    ordered: "Ordered. It has begun; load this page again to see how far it is.",
    cancelled: "Cancelled. What has not been done yet stays as it is.",
    sessionsEnded: "Ended. It stops everywhere within 15 seconds.",
  },
  {
    saved: "Guardado.",
    awaited: "Pedido. Vale cuando otra persona esté de acuerdo.",
    created: "Creado.",
    deleted: "Eliminado.",
    disabled: "Desactivado. Deja de funcionar en todas partes en 15 segundos.",
    enabled: "Activado.",
    revoked: "Revocado.",
    assigned: "Asignada. Los agentes lo sabrán en su próximo contacto.",
    resolved: "El conflicto está resuelto.",
    replayed: "Devuelto a la cola.",
    pinged: "Un ping está en camino. Cargue la página de nuevo para ver la respuesta.",
    paused: "En pausa. Lo que llegue mientras tanto se envía con: Enviar de nuevo un periodo.",
    resumed: "Activado. Para enviar lo que llegó mientras tanto: Enviar de nuevo un periodo.",
    noneDue: "De ese periodo no hay nada que enviar.",
    passkeyAdded: "Llave de acceso añadida.",
    signedOut: "Ha cerrado la sesión.",
    erasing: "Pedido. Empieza en dos minutos como mucho.",
    ordered: "Pedido. Ya ha empezado; cargue la página de nuevo para ver por dónde va.",
    cancelled: "Cancelado. Lo que aún no se había hecho se queda como está.",
    sessionsEnded: "Cerrado. Deja de funcionar en todas partes en 15 segundos.",
  },
);

export type FlashName = keyof (typeof flashWords)["en"];

/** After a change: redirects to a page that can be reloaded without changing anything. */
export function redirectWith(c: Context, flash: FlashName, path: string): Response {
  writeCookie(c, NAME, flash, LIFE_SECONDS);
  return c.redirect(path, 303);
}

/** Returns the waiting message and clears it. */
export function takeFlash(c: Context): FlashName | undefined {
  const name = readCookie(c, NAME);
  if (name === undefined) return undefined;
  clearCookie(c, NAME);
  return Object.hasOwn(flashWords.en, name) ? (name as FlashName) : undefined;
}
