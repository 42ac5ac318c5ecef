const CONTEXT = "patient:42/name";
const CIPHERTEXT = "fe1.1.kHcWdSh5y0cDkUQ0dCxFUe_J2NQvAO6c8lYbXk3mHY9fJ3rJxvq6cPZQ1mS1wA";
const CSR =
  "-----BEGIN CERTIFICATE REQUEST-----\nMIHWMH4CAQAwHDEaMBgGA1UEAww...\n-----END CERTIFICATE REQUEST-----\n";
const HANDBOOK = {
  title: "Lost devices",
  source: "handbook",
  text: "Whoever loses a device tells the service desk within an hour.",
};
const MACHINE = { hostname: "web-01", os: { family: "linux", name: "Debian", version: "13" } };

/** Bodies by operation: what people send first, if the least that is allowed would tell them little. */
export const BODY_EXAMPLES: Record<string, unknown> = {
  createTenant: { tenantId: "acme", name: "Acme Ltd", plan: "team" },
  changeTenant: { monthlyQuota: 750_000 },
  issueToken: { name: "Reports", permissions: ["fleet:read", "usage:read"], tenants: ["demo"] },
  issueServiceKey: { name: "Billing", operations: ["encrypt", "decrypt"], tenants: ["demo"] },
  invitePerson: { name: "Ann Example", role: "owner", tenants: ["demo"] },
  createApiKey: { name: "Firewall", scopes: ["ipsearch"], note: "Head office" },
  changeApiKey: { allowedAddresses: ["203.0.113.0/24"] },
  rotateApiKey: { graceSeconds: 3_600 },
  createEnrollmentCode: { tenantId: "demo", roles: ["collector"], maxUses: 20, ttlSeconds: 86_400 },
  enrollAgent: { enrollment_code: "$ENROLLMENT_CODE", csr_pem: CSR, machine: MACHINE },
  checkinAgent: {
    role: "collector",
    machine: MACHINE,
    agent: { version: "1.4.2" },
    status: { health: "healthy" },
    sent_at: "2026-01-31T12:00:00Z",
  },
  checkinLegacy: { agent_id: "$AGENT_ID", role: "collector", machine: MACHINE },
  acceptEvent: {
    version: 1,
    eventId: "0198c0de-0000-7000-8000-000000000001",
    type: "process.started",
    time: "2026-01-31T12:00:00Z",
    attributes: { path: "/usr/bin/ssh" },
  },
  createPolicy: { tenantId: "demo", name: "Servers", document: { scan: { everyHours: 6 } } },
  revisePolicy: { document: { scan: { everyHours: 12 } }, checkinIntervalSeconds: 300 },
  createDetectionDictionary: {
    tenantId: "demo",
    name: "Urgent payments",
    kind: "terms",
    entries: [{ value: "urgent transfer", weight: 5 }],
    appliesTo: ["agents", "inspection"],
  },
  encryptField: { tenantId: "demo", value: "Ann Example", context: CONTEXT },
  decryptField: { tenantId: "demo", encrypted: CIPHERTEXT, context: CONTEXT },
  rewrapField: { tenantId: "demo", encrypted: CIPHERTEXT, context: CONTEXT },
  runEncryptionBatch: {
    tenantId: "demo",
    operation: "encrypt",
    items: [
      { reference: "row-1", value: "Ann Example", context: CONTEXT },
      { reference: "row-2", value: "Bob Example", context: "patient:43/name" },
    ],
  },
  createWebhook: {
    url: "https://hooks.example.com/rampart",
    events: ["inspection.flagged", "quota.exhausted"],
    filter: { verdicts: ["phishing"] },
  },
  changeWebhook: { paused: true },
  rotateWebhookSecret: { overlapSeconds: 86_400 },
  replayWebhook: { since: "2026-01-31T12:00:00Z" },
  createDocument: { tenantId: "demo", externalId: "handbook/lost-devices", ...HANDBOOK },
  putDocument: { tenantId: "demo", ...HANDBOOK },
  createDocuments: { tenantId: "demo", documents: [HANDBOOK] },
  searchContext: { tenantId: "demo", query: "lost device", top: 5 },
  askRag: { tenantId: "demo", query: "What do I do when I lose a device?", language: "en" },
  createPromptVersion: {
    tenantId: "demo",
    template: { en: "Answer in two sentences out of what stands between {{fence}}." },
    commitMessage: "Shorter answers",
  },
  putAiProvider: {
    tenantId: "demo",
    provider: {
      kind: "openai-compatible",
      baseUrl: "https://llm.example.com/v1",
      models: ["example-large"],
    },
  },
  synthesizeSpeech: { tenantId: "demo", text: "All agents have checked in." },
  transcribeSpeech: { tenantId: "demo", audioBase64: "UklGRgAAAABXQVZFZm10IA==" },
  putIntelEntry: { action: "allow", value: "partner.example", note: "Our supplier" },
  changeIntelEntries: {
    mode: "replace",
    label: "edge-blocklist",
    action: "deny",
    entries: [{ value: "203.0.113.0/24", note: "Scans" }, { value: "bad.example" }],
  },
  giveInspectionFeedback: { kind: "missed", label: "phishing", note: "A forged invoice" },
  inspectMessage: {
    channel: "email",
    sender: "billing@parcel.example",
    subject: "Your parcel is waiting",
    body: "Pay the fee at http://malware.example/bin/payload.exe within 24 hours.",
  },
};

/** Values of parameters by operation and name. */
export const PARAMETER_EXAMPLES: Record<string, string> = {
  "searchUrl.value": "http://malware.example/bin/payload.exe",
  "searchIp.value": "203.0.113.10",
  "searchDns.value": "malware.example",
  "searchDarkweb.value": "example.com",
  "explainIntelVerdict.value": "203.0.113.10",
  "inspectMessage.Idempotency-Key": "0198c0de-0000-7000-8000-000000000001",
  "putDocument.id": "handbook:lost-devices",
};
