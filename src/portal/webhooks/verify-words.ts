import type { Doubt } from "../../webhooks/verify/verify-delivery.ts";
import { sideBySide } from "../frame/language.ts";
import { withSpanish } from "../frame/read-words.ts";
import spanish from "./verify-words.es.txt";

export const verifyWords = withSpanish(
  {
    title: "Check a signature",
    lead: "Paste what your receiver got. You are told whether it would verify with this endpoint's secret, and if not, why. The secret is shown to nobody.",
    headers: "Headers",
    headersHint:
      "The lines webhook-id, webhook-timestamp and webhook-signature; others may stand among them.",
    body: "Body",
    bodyHint: "The bytes as they arrived, before anything reads them as JSON.",
    check: "Check it",
    holds: "It verifies.",
    fails: "It does not verify.",
    signedBy: "Signed with",
    current: "the current secret",
    previous: "the previous secret, which signs along until",
    ended: "a secret that ended",
    key_pair: "the published key (v1a)",
    sentAt: "Says that it was sent",
    receive: "Check it in your own code",
    receiveText:
      "Hand over the raw body. Both libraries refuse a timestamp more than five minutes away.",
    node: "Node: npm install standardwebhooks",
    python: "Python: pip install standardwebhooks",
  },
  spanish,
);

export const doubtWords = sideBySide<Doubt>({
  no_id: ["The header webhook-id is missing.", "Falta la cabecera webhook-id."],
  no_timestamp: [
    "The header webhook-timestamp is missing.",
    "Falta la cabecera webhook-timestamp.",
  ],
  bad_timestamp: [
    "The header webhook-timestamp is no number of seconds.",
    "La cabecera webhook-timestamp no es un número de segundos.",
  ],
  no_signature: [
    "The header webhook-signature is missing, or holds neither v1 nor v1a.",
    "Falta la cabecera webhook-signature, o no contiene ni v1 ni v1a.",
  ],
  unknown_id: [
    "Nothing with this webhook-id was sent to this endpoint in the last 30 days: the id is altered, or the delivery is another endpoint's.",
    "Nada con este webhook-id se envió a este destino en los últimos 30 días: el identificador está alterado, o la entrega es de otro destino.",
  ],
  body_rewritten: [
    "The body says the same as what was sent, but is written otherwise: spaces, or the order of names. Verify the raw bytes, not JSON that was read and written again.",
    "El cuerpo dice lo mismo que se envió, pero está escrito de otra forma: espacios, o el orden de los nombres. Verifique los bytes sin tocar, no un JSON leído y vuelto a escribir.",
  ],
  body_altered: [
    "The body is not what was sent under this webhook-id.",
    "El cuerpo no es el que se envió con este webhook-id.",
  ],
  timestamp_altered: [
    "Nothing was sent under this webhook-id at this webhook-timestamp.",
    "Nada se envió con este webhook-id en este webhook-timestamp.",
  ],
  signature_altered: [
    "Id, time and body are as they were sent, but the signature is not.",
    "El identificador, la hora y el cuerpo son los que se enviaron, pero la firma no.",
  ],
  old_secret: [
    "It was signed with an older secret of this endpoint, which has ended. Use the current one.",
    "Está firmado con un secreto más antiguo de este destino, que ya terminó. Use el actual.",
  ],
  ended_secret: [
    "It was signed with the secret before the current one, whose overlap is over. Use the current one.",
    "Está firmado con el secreto anterior al actual, cuyo solape ya terminó. Use el actual.",
  ],
  too_old: [
    "The signature holds, but the timestamp is more than five minutes old: a receiver takes it for a repetition. A retry is signed anew.",
    "La firma es válida, pero la hora tiene más de cinco minutos: un receptor la toma por una repetición. Un reintento se firma de nuevo.",
  ],
  too_new: [
    "The signature holds, but the timestamp is more than five minutes ahead. Look at the receiver's clock.",
    "La firma es válida, pero la hora está más de cinco minutos por delante. Mire el reloj del receptor.",
  ],
});
