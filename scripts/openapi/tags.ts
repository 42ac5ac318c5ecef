import type { Tag } from "./document.ts";

/** The groups of the reference page and what they are about, in the order in which they are shown. */
export const FLEET_TAGS: Tag[] = [
  { name: "Probes", description: "For load balancers and monitors: is it up, is it ready." },
  {
    name: "Agents",
    description:
      "What agents call, from discovery to deregistration. Their credential is the client certificate of the TLS connection; enrolment alone takes a code.",
  },
  { name: "Fleet", description: "Agents as their tenant's staff and operators see them." },
  { name: "Fleet administration", description: "Agents of all tenants, for operators." },
  {
    name: "Enrollment codes",
    description: "What lets a new agent in: for whom, how often, until when.",
  },
  { name: "Policies", description: "What agents run and how often they check in." },
  {
    name: "Events",
    description: "Events that could not be passed on, and how to send them again.",
  },
  {
    name: "Detection dictionaries",
    description:
      "Words and patterns that agents and inspections look for, of one tenant or of all.",
  },
  {
    name: "AI",
    description: "Search and answers over a tenant's documents, chat, prompts and voice.",
  },
  { name: "AI documents", description: "What a tenant's answers are made of." },
  {
    name: "AI prompts",
    description: "What a model is told: versions, labels, evaluations, and a look at all of it.",
  },
  {
    name: "AI settings",
    description: "A tenant's own providers and keys, their order, models, limits and budget.",
  },
  { name: "AI usage", description: "What calls of AI providers came to, and what they cost." },
  {
    name: "Encryption",
    description: "Field encryption for a company's own services, with a key per tenant.",
  },
  {
    name: "Encryption keys",
    description: "The versions of a tenant's key and what becomes of them.",
  },
  {
    name: "Encryption roots",
    description: "The secrets above all tenants' keys, and who has moved to the newest.",
  },
  { name: "Tenants", description: "Tenants and the plans that they are on." },
  {
    name: "Credentials",
    description: "Bearer tokens of people and programs, and internal service keys.",
  },
  {
    name: "API keys",
    description: "Keys of a tenant's own systems for the threat-intelligence API.",
  },
  { name: "Usage", description: "What a tenant has spent of its month, and what it costs." },
  {
    name: "Threat intelligence",
    description: "Sources, their feeds, and why a verdict is what it is.",
  },
  { name: "Allow and deny lists", description: "A tenant's own word, which beats every source." },
  {
    name: "Inspections",
    description: "What is kept of a tenant's inspections, and what people say of the verdicts.",
  },
  { name: "Webhooks", description: "Endpoints of a tenant, their secrets, deliveries and replay." },
  { name: "Audit", description: "Who did what, and to which tenant." },
];

export const INTEL_TAGS: Tag[] = [
  { name: "Lookups", description: "What is known of a URL, domain, address, ASN or e-mail." },
  { name: "Inspection", description: "Is a message clean, spam or phishing, and why." },
  { name: "Exports", description: "Lists for firewalls, resolvers and CrowdSec's bouncers." },
];
