import { challengeOf, noSuch, refuse, type Refusal } from "../http/index.ts";

/** Also for a tenant that is out of reach, so that it looks as if it did not exist. */
export function noSuchTenant(): Refusal {
  return noSuch("tenant");
}

/** The same answer whether or not the tenant exists. */
export function beyondReach(): Refusal {
  return refuse(403, "tenant_forbidden", "This credential does not reach the named tenant.");
}

export function missingPermission(permission: string): Refusal {
  return refuse(403, "permission_denied", `Missing permission: ${permission}`);
}

export function onlyForOperators(permission: string | undefined): Refusal {
  const how = permission === undefined ? "" : ` with the permission ${permission}`;
  return refuse(403, "permission_denied", `Only an operator of all tenants may do this${how}.`);
}

/** The same answer for every way in which a bearer token is wrong. */
export function invalidBearer(): Refusal {
  return refuse(401, "unauthorized", "A valid bearer token is needed.", {
    headers: { "www-authenticate": `${challengeOf("Bearer")}, error="invalid_token"` },
  });
}

/** The same answer for missing, unknown and expired keys. */
export function invalidServiceKey(): Refusal {
  return refuse(401, "unauthorized", "A valid X-Internal-Service-Key is needed.", {
    headers: { "www-authenticate": challengeOf("ServiceKey") },
  });
}

export function certificateRequired(orElse = ""): Refusal {
  return refuse(401, "client_certificate_required", `A client certificate${orElse} is needed.`, {
    retryable: false,
    action: "re_enroll",
  });
}
