/** The answers of every route that calls an agent's object. */
export const OVERLOADED = {
  503: { description: "Too much is going on; try again after `Retry-After`" },
};

/** The answers of routes with limits for each agent. */
export const LIMITED = {
  429: { description: "More than the agent's own limits; try again after `Retry-After`" },
  ...OVERLOADED,
};
