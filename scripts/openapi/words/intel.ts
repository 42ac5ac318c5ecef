import { MAX_SHORT } from "../../../src/inspection/limits.ts";

/** What fields mean in the threat-intelligence API, by schema and name. */
export const INTEL_WORDS: Record<string, string> = {
  "LookupVerdict.type": "What the value was read as.",
  "LookupVerdict.value":
    "The value as it was asked for, with what defanged it undone and its host in small letters and A-labels; a domain, an ASN and an e-mail address in their one spelling.",
  "LookupVerdict.disposition":
    "`malicious` from a `threatLevel` of 70 and a `confidence` of 60 on, `suspicious` from a `threatLevel` of 30 on. `clean`: the `threatLevel` is below that, and a list of what is well known or the tenant's own entry speaks for it. `unknown`: nothing is known, or too little to tell, which is not clean.",
  "LookupVerdict.threatLevel": "How dangerous it is, 0 to 100.",
  "LookupVerdict.confidence": "How sure the sources are, however bad what they say is: 0 to 100.",
  "LookupVerdict.categories":
    "What it is known for; `private` for what is set aside for private use, `reserved` for documentation and the like.",
  "LookupVerdict.malwareFamily":
    "The family of malware that it belongs to, where a source names one.",
  "LookupVerdict.sources": "Who says so.",
  "LookupVerdict.firstSeen": "When a source saw it first.",
  "LookupVerdict.lastSeen": "When a source saw it last.",
  "LookupVerdict.found": "Whether any source knows it.",
  "Decision.id": "The same for the same value.",
  "Decision.origin": "Who decided.",
  "Decision.type": "What to do.",
  "Decision.scope": "Whether `value` is an address or a block.",
  "Decision.value": "The address or the block.",
  "Decision.duration": "How long it counts unless it is said again, as Go writes durations.",
  "Decision.scenario": "Why: `rampart/` and the category.",
  "DecisionChanges.new": "What has come since; null for nothing.",
  "DecisionChanges.deleted": "What no longer counts; null for nothing.",
  "Inspection.inspectionId": "Names the inspection in the portal, for feedback and in webhooks.",
  "Inspection.verdict": "What to do by.",
  "Inspection.score": "How sure the layers are that it is not clean, 0 to 100.",
  "Inspection.lang": "The language of the text; `und` where it is too short to tell.",
  "Inspection.urls": "The addresses found in it, in their order, each once, at most 100.",
  "Inspection.layers": "What each of the four found, the first to the last.",
  "Inspection.rationale":
    "Why, in words; absent where L4 was not asked, gave no answer or judges otherwise.",
  "InspectionLayer.layer": "Which of the four.",
  "InspectionLayer.score": "What this layer alone makes of the message, 0 to 100.",
  "InspectionLayer.signals":
    "What it saw, some with a value after a colon; `unavailable` where it could not look.",
  "Message.channel": "How the message came.",
  "Message.sender":
    "The sender's address or number; of e-mail it may be the whole `From`, with the name.",
  "Message.subject": "Of e-mail.",
  "Message.body": `The text, or the HTML, as it was taken out of the MIME parts and decoded: a whole mail with its headers and encoded parts is judged as it stands. At most ${MAX_SHORT} characters for \`sms\` and \`whatsapp\`.`,
  "takeUsageMetrics.remediation_components": "What CrowdSec's bouncers send; it is not kept.",
};
