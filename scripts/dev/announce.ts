import type { Credentials } from "./credentials.ts";
import { shown, type Settings } from "./settings.ts";

const CLOSED = "closed, so it has no credentials";

/** Writes what a person reads once everything runs. */
export function announce(settings: Settings, credentials: Credentials, ms: number): string {
  const { baseUrl, mtlsUrl, serverCaFile } = credentials;
  const lines = [
    "",
    `Rampart runs (${(ms / 1000).toFixed(1)} s). Ctrl-C ends it.`,
    "",
    ...table([
      ["APIs", baseUrl],
      ["described", `${baseUrl}/docs`],
      ["portal", `${baseUrl}/portal`],
      ["mutual TLS", mtlsUrl],
      ["its authority", serverCaFile],
      ["Worker's log", shown(settings, "worker.log")],
    ]),
    "",
    "Credentials",
    ...table([
      ["all of them", shown(settings, "credentials.json")],
      ["operator", credentials.operatorToken],
      [`tenant ${credentials.tenantId}`, credentials.tenantToken || CLOSED],
      ["  API key", credentials.apiKey],
      ["  its URLs only", credentials.urlOnlyApiKey],
      ["  enrollment", credentials.enrollmentCode],
      [`tenant ${credentials.otherTenantId}`, credentials.otherTenantToken || CLOSED],
      ["  API key", credentials.otherApiKey],
      ["  enrollment", credentials.otherEnrollmentCode],
      ["service key", credentials.internalServiceKey],
    ]),
    "",
    "Sign in to the portal, once by each",
    ...table([
      ["operator", credentials.portalSignIn.operator],
      [`tenant ${credentials.tenantId}`, credentials.portalSignIn.demo],
    ]),
    "",
    "Try",
    ...callsToTry(credentials).map((call) => `  ${call}`),
    "",
  ];
  return lines.join("\n");
}

/** From the demonstration feeds: one that is malicious and one that is clean. */
const INDICATORS = ["http://malware.example/bin/payload.exe", "https://www.shop.example/"];

function callsToTry(credentials: Credentials): string[] {
  const { baseUrl, mtlsUrl, serverCaFile, operatorToken, internalServiceKey } = credentials;
  const value = JSON.stringify({ tenantId: credentials.tenantId, value: "hello" });
  const tenant = `-H "X-Tenant-ID: ${credentials.tenantId}" -H "X-API-Key: ${credentials.apiKey}"`;
  const ofTenant = [
    `curl -H "X-Internal-Service-Key: ${internalServiceKey}" -H "Content-Type: application/json" -d '${value}' ${baseUrl}/encryption/encrypt`,
    ...INDICATORS.map((url) => `curl ${tenant} "${baseUrl}/api/v1/urlsearch?value=${url}"`),
  ];
  return [
    `curl -H "Authorization: Bearer ${operatorToken}" ${baseUrl}/admin/tenants`,
    ...(credentials.tenantToken === "" ? [] : ofTenant),
    `curl --cacert ${quoted(serverCaFile)} ${mtlsUrl}/.well-known/agent-configuration`,
  ];
}

/** Writes a path as one word of a shell. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

/** Writes a line for each label that has a value. */
function table(rows: readonly (readonly [label: string, value: string])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}
