const YEARS_2 = 63_072_000;

/** For every answer: it is not cached, and its type is not guessed. */
export const DATA_HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** For what a browser renders; a page can bring a content policy of its own. */
export const DOCUMENT_HEADERS = {
  ...DATA_HEADERS,
  "strict-transport-security": `max-age=${YEARS_2}; includeSubDomains`,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
