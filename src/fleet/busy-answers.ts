/** Of every route that asks an agent's object. */
export const OVERLOADED = {
  503: { description: "Too much is going on; try again after `Retry-After`" },
};

/** Of those that an agent may call only so often. */
export const LIMITED = {
  429: { description: "More than the agent's own limits; try again after `Retry-After`" },
  ...OVERLOADED,
};
