import type { HostLists } from "./host-kinds.ts";

/**
 * Every signal of the first layer with the share of certainty it brings, from 0 to 1. Shares add up as
 * independent evidence does (`eitherOf`).
 */
export const SIGNAL_WEIGHTS = {
  sender_denied: 1,
  sender_allowed: 0,
  sender_malformed: 0.1,
  sender_mixed_script: 0.6,
  sender_disposable: 0.5,
  sender_host_brand_like: 0.7,
  display_brand_mismatch: 0.6,
  brand_from_free_mail: 0.6,
  display_address_mismatch: 0.4,
  url_brand_like: 0.75,
  url_mixed_script: 0.75,
  url_ip: 0.65,
  url_userinfo: 0.6,
  url_punycode: 0.4,
  url_defanged: 0.45,
  url_shortener: 0.25,
  url_link_in_bio: 0.25,
  url_free_site: 0.35,
  url_cheap_ending: 0.3,
  url_many_hyphens: 0.2,
  url_many_labels: 0.2,
  brand_foreign_link: 0.45,
  anchor_mismatch: 0.6,
  password_field: 0.5,
  split_words: 0.55,
  look_alike_letters: 0.55,
  styled_letters: 0.3,
  excessive_capitals: 0.15,
  currency_repeated: 0.1,
  hidden_text: 0.2,
  premium_number: 0.4,
  prompt_injection: 0.7,
  oversize: 0.1,
  seen_repeatedly: 0.35,
} as const;

export type SignalId = keyof typeof SIGNAL_WEIGHTS;

export interface Found {
  id: SignalId;
  value?: string;
}

/**
 * What the first layer knows besides the message: lists, the tenant's own entries, and what was seen
 * this hour.
 */
export interface FormContext extends HostLists {
  isDisposable?: (host: string) => boolean;
  registrable?: (host: string) => string;
  listed?: "allow" | "deny" | undefined;
  /** From how many senders a near-duplicate of the message came this hour. */
  seen?: number;
}
