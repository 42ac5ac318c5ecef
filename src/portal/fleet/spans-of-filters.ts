/** What a certificate is looked for by: that it has ended, or in how many days it ends. */
export const ENDS = ["ended", "7", "30", "90"] as const;
export type End = (typeof ENDS)[number];

/** When an agent was last seen, in days: within them, or longer ago. */
export const SPANS = ["within-1", "within-7", "before-1", "before-7", "before-30"] as const;
export type Span = (typeof SPANS)[number];
