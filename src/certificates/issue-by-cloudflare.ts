import { collectBytes, parseJson, type Refusal } from "../http/index.ts";
import { discardBody } from "../platform/index.ts";
import { toPem } from "./pem.ts";
import {
  answerTooLong,
  describeIssued,
  type IssuedCertificate,
  type IssueOrder,
  type Issuer,
  MAX_ANSWER_BYTES,
  refusedByIssuer,
} from "./issuer.ts";
import { readCertificates } from "./read-certificate.ts";

const API = "https://api.cloudflare.com/client/v4";
const TIMEOUT_MS = 15_000;

interface CloudflareZone {
  zoneId: string;
  token: string;
  /** The zone's own CA in PEM; answers do not bring it. */
  chainPem: string;
  fetch: typeof fetch;
  api?: string;
}

/** Issues by the client certificate API of a zone, for plans that take no CA of one's own. */
export function cloudflareIssuer(zone: CloudflareZone): Issuer {
  const { zoneId, token, api = API } = zone;
  const base = `${api}/zones/${encodeURIComponent(zoneId)}/client_certificates`;
  const call = (url: string, method: string, body?: unknown) =>
    zone.fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });

  const issue = async (order: IssueOrder): Promise<IssuedCertificate | Refusal> => {
    const csr = toPem("CERTIFICATE REQUEST", order.csr.der);
    const response = await call(base, "POST", { csr, validity_days: order.ttlDays });
    const answer = await readAnswer(response);
    const [certificate] = readCertificates(answer?.result?.certificate ?? "") ?? [];
    const id = answer?.result?.id;
    if (!response.ok || answer?.success !== true || !certificate || id === undefined) {
      return refusedByIssuer("cloudflare", response, order.now, answer?.errors?.[0]?.code);
    }
    const issued = await describeIssued(certificate, zone.chainPem, id);
    return issued.keyFingerprint === order.csr.keyFingerprint
      ? issued
      : refusedByIssuer("cloudflare", response, order.now);
  };

  const revoke = async (reference: string): Promise<boolean> => {
    const response = await call(`${base}/${encodeURIComponent(reference)}`, "DELETE");
    await discardBody(response);
    return response.ok || response.status === 404;
  };
  return { kind: "cloudflare", namesAgent: false, issue, revoke };
}

interface Answer {
  success?: boolean;
  result?: { id?: string; certificate?: string } | null;
  errors?: { code?: number }[];
}

/** Undefined for an answer that breaks off or is too long. */
async function readAnswer({ body }: Response): Promise<Answer | undefined> {
  try {
    const bytes = await collectBytes(body, MAX_ANSWER_BYTES, answerTooLong);
    return parseJson(new TextDecoder().decode(bytes)) as Answer | undefined;
  } catch {
    return undefined;
  }
}
