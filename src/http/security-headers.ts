const YEARS_2 = 63_072_000;

/** For every answer: nobody keeps it, nobody guesses what it is. */
export const DATA_HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** What a browser may do with something it can render; a page can bring a policy of its own. */
export const DOCUMENT_HEADERS = {
  ...DATA_HEADERS,
  "strict-transport-security": `max-age=${YEARS_2}; includeSubDomains`,
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
