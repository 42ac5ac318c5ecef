/** What a client does about an error, in the words that its readers get. */
export const ADVICE = {
  again: "Send the same request again, after `Retry-After` seconds where the answer says so.",
  mend: "Mend the request; the same one is refused again. `details` names the fields.",
  credential: "Bring a credential that counts and may do this.",
  enrol: "Enrol anew with a code; this certificate will not count again.",
  rotate: "Rotate the certificate, then send the request again.",
  upgrade: "Upgrade the agent, then send the request again.",
  newKey: "Make a new key and send the request with it, or tell a person.",
  stop: "Stop and tell a person; no request mends this.",
  never: "Leave it: no request can do this.",
  read: "Read what is stored now, and decide anew.",
  room: "Remove what is no longer needed; the message names the limit.",
  tenant: "Ask the tenant's administrator, or an operator of the service.",
  operator: "Ask an operator of the service.",
} as const;

export type Advice = keyof typeof ADVICE;

export interface ErrorWords {
  means: string;
  advice: Advice;
  /**
   * Tags or ids of the operations that may answer it, where the code that says so is also used by
   * others who keep it to themselves.
   */
  only?: readonly string[];
}
